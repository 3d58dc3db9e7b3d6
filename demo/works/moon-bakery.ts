import { board, type Work } from '../work.ts';

/** A cat bakes the moon anew each evening. */
export const moonBakery: Work = {
  key: 'the-moon-bakery',
  palette: 'dusk',
  latin: 'chunky',
  direction: 'ltr',
  status: 'complete',
  rating: 'safe',
  cover: { kind: 'moon', place: 'rooftops', heroes: 'a.joy.cheer b.happy.wave' },
  cast: {
    a: {
      key: 'miro',
      head: 'cat',
      skin: '#f0a04b',
      pale: '#fff1dc',
      outfit: 'apron',
      cloth: '#5b8cc0',
      cloth2: '#e2574c',
      hat: 'toque',
      prop: 'bread',
      extras: ['stripes'],
    },
    b: {
      key: 'luna',
      head: 'rabbit',
      skin: '#efe6f4',
      pale: '#ffffff',
      outfit: 'dress',
      cloth: '#7c6bd6',
      cloth2: '#ffd25c',
      prop: 'star',
      size: 0.85,
    },
  },
  terms: {
    tag: ['cats', 'cooking', 'night', 'fantasy'],
    artist: ['ines-valbom'],
    author: ['ines-valbom'],
    genre: ['fairy-tale'],
    category: ['comic'],
    publisher: ['paper-lantern'],
    platform: ['web'],
    relationship: ['friends'],
  },
  boards: [
    board(`
    rooftops:w # a.happy.stand
    bakery a.proud.hold"
    bakery:c b.scared"
    speed:c a.shock!

    rooftops:w a.think.ponder b.sad.stand"
    bakery:w a.happy.hips" b.happy.cheer
    kitchen *
    glow:c a.joy"

    rooftops:w a.joy.cheer b.joy.fly *
    heights:w b.happy.fly"
    rooftops a.sleepy.sit"

    glow:w # a.happy.sit b.happy.sit
    kitchen:c a.wink"
  `),
  ],
  editions: [
    {
      language: 'en',
      title: 'The Moon Bakery',
      credit: 'Inês Valbom',
      daysAgo: 1,
      interest: 900,
      description: 'Every evening Miro the cat bakes a fresh moon. Tonight someone has eaten it before it could rise.',
      titles: { fr: 'La Boulangerie de la lune', de: 'Die Mondbäckerei', es: 'La panadería de la luna' },
      lines: [
        `Every evening, at the top of the town…
        The finest moon I ever baked!
        Um… I was so hungry.
        You ate the moon?!
        Now nobody will find the way home.
        Then we bake another. Together!
        Bubble!
        More butter. The moon likes butter.
        Whoosh!
        It still smells of vanilla!
        Best night shift of my life.
        And since that night, the moon has two bakers.
        One slice is missing. Guess who.`,
      ],
    },
    {
      language: 'fr',
      title: 'La Boulangerie de la lune',
      credit: 'Inês Valbom',
      translated: true,
      group: 'atelier-croissant',
      cover: 'frame',
      daysAgo: 12,
      interest: 300,
      description: 'Chaque soir, Miro le chat cuit une lune toute fraîche. Mais ce soir, quelqu’un l’a mangée.',
      lines: [
        `Chaque soir, tout en haut de la ville…
        Ma plus belle lune !
        Euh… j’avais si faim.
        Tu as mangé la lune ?!
        Plus personne ne retrouvera son chemin.
        On en refait une. Ensemble !
        Bloub !
        Plus de beurre. La lune adore ça.
        Vouuuf !
        Elle sent encore la vanille !
        La plus belle nuit de ma vie.
        Depuis cette nuit, la lune a deux boulangers.
        Il manque une part. Devinez qui…`,
      ],
    },
    {
      language: 'ar',
      title: 'مخبز القمر',
      credit: 'إينيس فالبوم',
      translated: true,
      group: 'warsh-team',
      cover: 'hero',
      daysAgo: 5,
      interest: 420,
      description: 'كل مساء يخبز القط ميرو قمرا جديدا، لكن أحدهم أكل القمر هذه الليلة قبل أن يشرق.',
      titles: { en: 'The Moon Bakery' },
      lines: [
        `كل مساء، في أعلى المدينة…
        أجمل قمر خبزته في حياتي!
        كنت جائعة جدا…
        أكلت القمر؟!
        لن يجد أحد طريق البيت الآن.
        سنخبز قمرا آخر معا!
        بق بق!
        زبدة أكثر، القمر يحب الزبدة.
        هووو!
        ما زالت رائحته فانيليا!
        أجمل ليلة في عملي.
        ومنذ تلك الليلة صار للقمر خبازان.
        تنقص قطعة واحدة. خمنوا من أكلها.`,
      ],
    },
    {
      language: 'hi',
      title: 'चाँद की बेकरी',
      credit: 'इनेस वालबोम',
      translated: true,
      group: 'chitra-mandali',
      cover: 'tiles',
      daysAgo: 20,
      interest: 210,
      description: 'हर शाम मीरो बिल्ला एक नया चाँद सेंकता है। आज किसी ने उसे उगने से पहले ही खा लिया।',
      lines: [
        `हर शाम, शहर की सबसे ऊँची छत पर…
        मेरा सबसे सुंदर चाँद!
        मुझे बहुत भूख लगी थी…
        तुमने चाँद खा लिया?!
        अब कोई घर का रास्ता नहीं ढूँढ पाएगा।
        चलो, मिलकर नया चाँद बनाते हैं!
        बुड़बुड़!
        और मक्खन! चाँद को मक्खन पसंद है।
        सर्रर!
        अब भी वनीला की खुशबू आ रही है!
        मेरी सबसे अच्छी रात।
        उस रात से चाँद के दो रसोइये हैं।
        एक टुकड़ा गायब है। बताओ, किसने खाया?`,
      ],
    },
  ],
};
