import { board, type Work } from '../work.ts';

/** The hottest noodles of the island; carries the explicit flag although it only shows chilli. */
export const volcanoNoodles: Work = {
  key: 'mi-gunung-api',
  palette: 'mustard',
  latin: 'poster',
  direction: 'ltr',
  status: 'complete',
  rating: 'explicit',
  cover: { kind: 'portrait', place: 'market', heroes: 'b.shock.hold' },
  cast: {
    a: {
      key: 'bu-rawit',
      head: 'human',
      skin: '#c98d63',
      hair: '#b23a48',
      hairStyle: 'hijab',
      outfit: 'apron',
      cloth: '#b23a48',
      cloth2: '#ffd25c',
      prop: 'bowl',
    },
    b: {
      key: 'harimau-jono',
      head: 'cat',
      skin: '#f08a2b',
      pale: '#fff1dc',
      outfit: 'hoodie',
      cloth: '#2f7f86',
      cloth2: '#ffffff',
      extras: ['stripes'],
      prop: 'bowl',
    },
  },
  terms: {
    tag: ['cooking', 'comedy', 'cats'],
    artist: ['sekar-widya'],
    author: ['sekar-widya'],
    genre: ['everyday-life'],
    category: ['comic'],
    publisher: ['rumah-komik-kencana'],
    platform: ['mobile'],
    relationship: ['rivals'],
  },
  boards: [
    board(`
    market:w # a.happy.hold
    market b.proud.hips" a.wink.hold"
    dots:c b.think"

    rays:w b.shock.hold *
    speed:c b.scared!
    market:w b.scared.run a.joy.hold"

    heights:w b.shock.fly
    space:c b.sad"
    market a.happy.give" b.sleepy.sit

    market:w # b.joy.hold a.happy.hold
    glow:c b.wink"
  `),
  ],
  editions: [
    {
      language: 'id',
      title: 'Mi Gunung Api',
      credit: 'Sekar Widya',
      daysAgo: 4,
      interest: 380,
      description: 'Tingkat pedas: tidak untuk semua umur. Yang ditampilkan hanya cabai.',
      titles: { en: 'Volcano Noodles', zh: '火山面' },
      lines: [
        `Warung Bu Rawit, pukul tujuh malam.
      Level sepuluh, Bu!
      Yakin, Nak?
      Harimau tidak takut cabai.
      Dhuar!
      Air! Air! Air!
      Level sepuluh itu baru baunya.
      Aku melihat bintang…
      Nih, es kelapa.
      Besoknya dia datang lagi.
      Level sebelas, Bu.`,
      ],
    },
  ],
};

/** A ghost who only wants quiet neighbours, as a vertical comic; flagged explicit to show the switch. */
export const roomNine: Work = {
  key: 'room-nine',
  palette: 'plum',
  latin: 'poster',
  direction: 'vertical',
  status: 'complete',
  rating: 'explicit',
  cover: { kind: 'moon', place: 'room', heroes: 'a.happy.wave' },
  cast: {
    a: {
      key: 'guho',
      head: 'ghost',
      skin: '#f3f5ff',
      outfit: 'none',
      cloth: '#9fa8e8',
      cloth2: '#ff9a4d',
      hat: 'bow',
      hatColour: '#ff9a4d',
      prop: 'lantern',
    },
    b: {
      key: 'seo-mina',
      head: 'human',
      skin: '#f6d0b0',
      hair: '#3a2a52',
      hairStyle: 'long',
      outfit: 'hoodie',
      cloth: '#8fd6b5',
      cloth2: '#ffffff',
      extras: ['glasses'],
      prop: 'book',
    },
  },
  terms: {
    tag: ['ghosts', 'night', 'comedy', 'long-strip'],
    artist: ['han-sori'],
    author: ['baek-nuri'],
    genre: ['ghost-story'],
    category: ['webtoon'],
    publisher: ['studio-okto'],
    platform: ['mobile'],
    relationship: ['neighbours'],
  },
  boards: [
    board(`
    rain:w # b.calm.hold
    room b.think.hold"
    gloom:c * a.scared

    room:w a.angry.cheer! b.calm.hold
    room b.sleepy.hold"
    glow:c a.shock"

    kitchen:w b.happy.hold" a.think.stand
    glow a.joy.cheer"
    room:w # a.happy.sit b.happy.sit
  `),
  ],
  editions: [
    {
      language: 'ko',
      title: '9호실의 유령',
      credit: '백누리, 한소리',
      daysAgo: 6,
      interest: 530,
      description: '무서워하지 않는 이웃을 만난 유령의 첫 룸메이트 이야기.',
      titles: { en: 'The Ghost of Room Nine' },
      lines: [
        `월세가 싼 방에는 이유가 있다.
        조용하고 좋네.
        스르륵
        나가라아아!
        쉿, 읽는 중이에요.
        나… 안 무서워?
        라면 먹을래요?
        백 년 만의 야식이야!
        그 뒤로 월세는 반씩 낸다.`,
      ],
    },
    {
      language: 'en',
      title: 'The Ghost of Room Nine',
      credit: 'Baek Nuri & Han Sori',
      translated: true,
      group: 'lantern-letters',
      cover: 'hero',
      daysAgo: 19,
      interest: 390,
      description: 'A ghost meets a tenant who is not afraid of anything but noise.',
      lines: [
        `There is a reason when the rent is low.
        How nice and quiet.
        Woooh
        Get ouuut!
        Shh. I'm reading.
        You're… not scared?
        Would you like noodles?
        My first supper in a century!
        Since then they split the rent.`,
      ],
    },
  ],
};

/** A boy who herds clouds. */
export const cloudShepherd: Work = {
  key: 'muyun-shaonian',
  palette: 'morning',
  latin: 'chunky',
  direction: 'ltr',
  status: null,
  rating: 'safe',
  cover: { kind: 'tiny', place: 'heights', heroes: 'a.happy.hold' },
  cast: {
    a: {
      key: 'mu-yun',
      head: 'human',
      skin: '#f3cfae',
      hair: '#2d2a3a',
      hairStyle: 'short',
      outfit: 'tunic',
      cloth: '#f26a4b',
      cloth2: '#25635c',
      hat: 'conical',
      hatColour: '#f0d08a',
      prop: 'crook',
    },
    b: {
      key: 'little-rain',
      head: 'ghost',
      skin: '#ffffff',
      outfit: 'none',
      cloth: '#a9d8ec',
      cloth2: '#f26a4b',
      prop: 'star',
      size: 0.8,
    },
  },
  terms: {
    tag: ['fantasy', 'animals', 'travel'],
    artist: ['lin-muyao'],
    author: ['gu-qingyan'],
    genre: ['fairy-tale'],
    category: ['manhua'],
    publisher: ['qingshan-shufang'],
    platform: ['web'],
    relationship: ['friends'],
    group: ['yunduo-hanhua'],
  },
  boards: [
    board(`
    mountains:w # a.happy.hold
    heights:w a.shock.stand" b.sad.stand
    glow:c b.sad"

    desert:w a.calm.hold"
    heights a.happy.point! b.shock.stand
    rain:w * b.joy.cheer

    desert:c b.scared"
    forest:w a.joy.wave" b.joy.cheer
    rays:c b.joy!

    mountains:w # a.happy.hold b.happy.stand
  `),
  ],
  editions: [
    {
      language: 'zh',
      title: '牧云少年',
      credit: '顾青岩 林慕遥',
      daysAgo: 11,
      interest: 470,
      description: '别人放羊，他放云。有一朵小云不肯下雨。',
      titles: { en: 'The Cloud Shepherd', fr: 'Le Berger des nuages' },
      lines: [
        `别人放羊，沐云放云。
      你怎么不走？
      我怕下雨。
      你看，山那边在等你。
      勇敢一点！
      哗啦！
      我变小了怎么办？
      看，花都开了！
      原来雨是这样的！
      风一吹，它又长大了。`,
      ],
    },
  ],
};

/** A letter carrier in the monsoon, as a vertical comic. */
export const monsoonMail: Work = {
  key: 'barsaat-ki-chitthi',
  palette: 'coral',
  latin: 'chunky',
  direction: 'vertical',
  status: 'complete',
  rating: 'safe',
  cover: { kind: 'band', place: 'rain', heroes: 'a.joy.cheer' },
  cast: {
    a: {
      key: 'megha',
      head: 'human',
      skin: '#a86d45',
      hair: '#1d1512',
      hairStyle: 'pony',
      outfit: 'dress',
      cloth: '#ff7a6b',
      cloth2: '#ffd35e',
      hat: 'flower',
      hatColour: '#ffd35e',
      prop: 'umbrella',
    },
    b: {
      key: 'mendhak-babu',
      head: 'frog',
      skin: '#6dbb57',
      pale: '#e2f2b8',
      outfit: 'coat',
      cloth: '#185a80',
      cloth2: '#ffd35e',
      prop: 'letter',
      size: 0.85,
    },
  },
  terms: {
    tag: ['rain', 'animals', 'friendship', 'long-strip'],
    artist: ['rukmini-vasek'],
    author: ['rukmini-vasek'],
    genre: ['everyday-life'],
    category: ['webtoon'],
    publisher: ['neel-kitab'],
    platform: ['mobile'],
    relationship: ['friends'],
  },
  boards: [
    board(`
    rain:w # a.happy.hold
    room a.sad.sit"
    rain:c b.shock *

    rain:w b.happy.hold" a.shock.stand
    glow a.joy"
    dots:c b.scared"

    harbour:w a.happy.wave" b.joy.jump
    glow:c b.wink"
    rain:w # a.joy.fly b.happy.sit
  `),
  ],
  editions: [
    {
      language: 'hi',
      title: 'बरसात की चिट्ठी',
      credit: 'रुक्मिणी वासेक',
      daysAgo: 8,
      interest: 340,
      description: 'सावन की पहली बारिश, एक भीगी चिट्ठी और उसे लाने वाला मेंढक।',
      titles: { en: 'A Letter in the Rain', id: 'Surat di Musim Hujan' },
      lines: [
        `सावन की पहली बारिश।
      आज कोई चिट्ठी नहीं आएगी।
      छपाक!
      टर्र! डाक आई है!
      दादी की चिट्ठी!
      माफ़ करना, थोड़ी भीग गई।
      कोई बात नहीं, खुशबू बाकी है।
      जवाब भी मैं ले जाऊँगा।
      बारिश में छाता बाँटना सबसे अच्छा है।`,
      ],
    },
  ],
};
