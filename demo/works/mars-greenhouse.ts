import { board, type Work } from '../work.ts';

/** The first tomato on Mars. */
export const marsGreenhouse: Work = {
  key: 'greenhouse-on-mars',
  palette: 'mars',
  latin: 'block',
  direction: 'ltr',
  status: 'complete',
  rating: 'safe',
  premium: true,
  cover: { kind: 'frame', place: 'greenhouse', heroes: 'a.happy.hold b.joy.cheer' },
  cast: {
    a: {
      key: 'dr-ayla-ferro',
      head: 'human',
      skin: '#a86d45',
      hair: '#1d1512',
      hairStyle: 'pony',
      outfit: 'suit',
      cloth: '#f2f4f8',
      cloth2: '#4fc28b',
      prop: 'flower',
    },
    b: {
      key: 'sprout',
      head: 'robot',
      skin: '#8fd18a',
      pale: '#fff2a8',
      outfit: 'none',
      cloth: '#dddddd',
      cloth2: '#ff8a5c',
      prop: 'ladle',
      size: 0.8,
    },
  },
  terms: {
    tag: ['space', 'robots', 'science', 'friendship'],
    artist: ['jonas-ekwall'],
    author: ['priya-talwar'],
    genre: ['science-fiction'],
    category: ['comic'],
    publisher: ['north-window'],
    platform: ['web'],
    relationship: ['colleagues'],
  },
  boards: [
    board(`
    space:w # a.calm.stand b.happy.stand
    greenhouse a.sad.sit"
    greenhouse:c b.think"

    greenhouse:w b.happy.hold" a.sleepy.sit
    glow:c * b.shock
    greenhouse:w b.joy.cheer! a.shock.stand

    glow:c a.joy"
    rays:w b.think.ponder" a.happy.hold"
    greenhouse a.calm.give"

    space:w # a.happy.sit b.happy.sit
    glow:c b.wink"
  `),
  ],
  editions: [
    {
      language: 'en',
      title: 'Greenhouse on Mars',
      credit: 'Priya Talwar & Jonas Ekwall',
      daysAgo: 6,
      interest: 590,
      description: 'Four hundred days of red dust, one seed, and a small robot who reads to it.',
      titles: { hi: 'मंगल का बगीचा', fr: 'Une serre sur Mars', ar: 'بستان على المريخ' },
      lines: [
        `Mars. Day four hundred.
        Nothing grows. I give up.
        Have you tried reading to it?
        Chapter one: The Potato.
        Plip
        Doctor! It's green!
        A tomato! On Mars!
        Shall we eat it?
        Only if we share.
        Half for you. You did the reading.
        Day four hundred and one: salad.
        Chapter two: The Onion.`,
      ],
    },
    {
      language: 'hi',
      title: 'मंगल का बगीचा',
      credit: 'प्रिया तलवार, योनास एकवाल',
      translated: true,
      group: 'chitra-mandali',
      cover: 'hero',
      daysAgo: 26,
      interest: 220,
      description: 'लाल धूल के चार सौ दिन, एक बीज, और एक छोटा रोबोट जो उसे कहानी सुनाता है।',
      lines: [
        `मंगल ग्रह। चार सौवाँ दिन।
        कुछ नहीं उगता। मैं हार गई।
        क्या उसे कहानी सुनाई?
        पहला अध्याय: आलू।
        टप
        डॉक्टर! यह हरा है!
        टमाटर! मंगल पर!
        क्या हम इसे खाएँ?
        हाँ, पर बाँटकर।
        आधा तुम्हारा। कहानी तुमने सुनाई।
        अगले दिन: सलाद।
        दूसरा अध्याय: प्याज़।`,
      ],
    },
  ],
};
