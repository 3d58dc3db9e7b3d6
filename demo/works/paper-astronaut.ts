import { board, type Work } from '../work.ts';

/** Without a word: a paper plane flies to the moon. */
export const paperAstronaut: Work = {
  key: 'paper-astronaut',
  palette: 'night',
  latin: 'chunky',
  direction: 'ltr',
  status: 'complete',
  rating: 'safe',
  speechless: true,
  cover: { kind: 'tiny', place: 'space', heroes: 'a.happy.hold' },
  cast: {
    a: {
      key: 'the-astronaut',
      head: 'human',
      skin: '#e7b78f',
      hair: '#222233',
      hairStyle: 'bun',
      outfit: 'suit',
      cloth: '#f2f4f8',
      cloth2: '#ff7a45',
      hat: 'bubble',
      hatColour: '#d8dde6',
      prop: 'plane',
    },
    b: {
      key: 'the-moon-mouse',
      head: 'rabbit',
      skin: '#cfd8ef',
      pale: '#ffffff',
      outfit: 'suit',
      cloth: '#5fd4c6',
      cloth2: '#ffb838',
      prop: 'star',
      size: 0.7,
    },
  },
  terms: {
    tag: ['space', 'night', 'friendship'],
    artist: ['oda-lindqvist'],
    author: ['oda-lindqvist'],
    genre: ['science-fiction'],
    category: ['comic'],
    publisher: ['paper-lantern'],
    platform: ['web'],
    relationship: ['friends'],
  },
  boards: [
    board(`
    room:w a.think.sit
    room:c a.happy
    room a.joy.hold

    heights:w a.happy.fly
    glow:c a.shock
    space:w a.happy.stand

    space:w b.scared.stand a.happy.wave
    space:c b.happy
    glow:c a.joy

    space:w a.happy.give b.joy.cheer
    heights:w b.joy.fly a.happy.fly

    room:w a.sleepy.sit b.sleepy.sit
  `),
  ],
  editions: [
    {
      language: 'en',
      title: 'Paper Astronaut',
      credit: 'Oda Lindqvist',
      daysAgo: 3,
      interest: 720,
      description: 'A sheet of paper, a wish, and the shortest way to the moon. A story without words.',
      titles: {
        ar: 'رائد الفضاء الورقي',
        de: 'Der Papierastronaut',
        es: 'Astronauta de papel',
        fr: 'L’Astronaute de papier',
        hi: 'काग़ज़ का यात्री',
        id: 'Astronaut kertas',
        pt: 'Astronauta de papel',
        ru: 'Бумажный космонавт',
        zh: '纸宇航员',
      },
      lines: [''],
    },
  ],
};
