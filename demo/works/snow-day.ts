import { board, type Work } from '../work.ts';

/** Without a word: a day of snow in black and white. */
export const snowDay: Work = {
  key: 'yuki-no-hi',
  palette: 'mono',
  latin: 'block',
  direction: 'rtl',
  status: null,
  rating: 'safe',
  speechless: true,
  cover: { kind: 'band', place: 'snow', heroes: 'a.joy.cheer b.happy.wave c.happy.wave' },
  cast: {
    a: {
      key: 'yuki',
      head: 'human',
      skin: '#f6d0b0',
      hair: '#3b2a2a',
      hairStyle: 'short',
      outfit: 'coat',
      cloth: '#c0392b',
      cloth2: '#f5e3c0',
      hat: 'beanie',
      hatColour: '#f2c14e',
      extras: ['scarf'],
    },
    b: {
      key: 'kitsune-no-ko',
      head: 'fox',
      skin: '#f2f2f2',
      pale: '#ffffff',
      outfit: 'none',
      cloth: '#eeeeee',
      cloth2: '#c0392b',
      extras: ['scarf'],
      size: 0.75,
    },
    c: {
      key: 'fukurou',
      head: 'owl',
      skin: '#8d6b4f',
      pale: '#f3e2c4',
      outfit: 'none',
      cloth: '#394a6d',
      cloth2: '#d9a441',
      size: 0.7,
    },
  },
  terms: {
    tag: ['winter', 'animals', 'friendship'],
    artist: ['minato-kaede'],
    author: ['minato-kaede'],
    genre: ['everyday-life'],
    category: ['manga'],
    platform: ['web'],
    group: ['komorebi-gumi'],
  },
  boards: [
    board(`
    snow:w
    room a.sleepy.sit
    rays:c a.shock

    snow:w a.joy.run
    snow:c a.joy
    forest:w b.scared.stand

    snow:w b.happy.stand a.happy.wave
    dots:c b.joy
    speed:w a.joy.run b.joy.run

    mountains:w c.sleepy.stand
    mountains:c c.shock
    snow:w c.joy.fly a.joy.cheer b.joy.jump

    snow:w a.happy.sit b.happy.sit c.happy.sit
    glow:c a.sleepy
  `),
  ],
  editions: [
    {
      language: 'ja',
      title: '雪の日',
      alternative: 'ゆきのひ',
      credit: '湊かえで',
      daysAgo: 33,
      interest: 230,
      description: '朝、町がまっしろになっていた。ことばのない一日。',
      titles: { en: 'Snow Day', fr: 'Jour de neige', ru: 'Снежный день' },
      lines: [''],
    },
  ],
};
