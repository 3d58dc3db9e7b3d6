import { board, type Work } from '../work.ts';

/** A robot mends a carpet that has forgotten how to fly, as a vertical comic. */
export const carpetMender: Work = {
  key: 'muslih-al-bisat',
  palette: 'lagoon',
  latin: 'chunky',
  direction: 'vertical',
  status: 'complete',
  rating: 'safe',
  cover: { kind: 'tiles', place: 'desert', heroes: 'a.happy.wave b.joy.cheer' },
  cast: {
    a: {
      key: 'abu-mismar',
      head: 'robot',
      skin: '#e0b15a',
      pale: '#8df3e4',
      outfit: 'none',
      cloth: '#dddddd',
      cloth2: '#f23f5d',
      hat: 'turban',
      hatColour: '#fff6e0',
      prop: 'wrench',
    },
    b: {
      key: 'nour',
      head: 'human',
      skin: '#c98d63',
      hair: '#2d1d2e',
      hairStyle: 'curly',
      outfit: 'tunic',
      cloth: '#3ba6a0',
      cloth2: '#ffdb57',
      prop: 'star',
      size: 0.86,
    },
  },
  terms: {
    tag: ['robots', 'desert', 'magic', 'friendship', 'long-strip'],
    artist: ['yusuf-nadim'],
    author: ['yusuf-nadim'],
    genre: ['fairy-tale'],
    category: ['webtoon'],
    publisher: ['dar-al-waraq'],
    platform: ['mobile'],
    relationship: ['friends'],
  },
  boards: [
    board(`
    market:w # a.happy.hold
    market b.sad.stand" a.think.stand
    dots:c a.proud"

    room:w a.happy.hold * b.think.ponder
    glow a.calm.hold"
    speed:c b.shock!

    heights:w b.joy.fly" a.joy.fly
    glow:c a.joy"
    desert:w # a.happy.sit b.happy.sit
  `),
  ],
  editions: [
    {
      language: 'ar',
      title: 'مصلح البساط',
      credit: 'يوسف نديم',
      daysAgo: 9,
      interest: 410,
      description: 'بساط قديم نسي كيف يطير، وروبوت يصلح كل شيء إلا الأحلام، كما يظن.',
      titles: { en: 'The Carpet Mender', es: 'El reparador de alfombras' },
      lines: [
        `في آخر السوق دكان صغير.
      بساط جدتي لم يعد يطير.
      أصلح كل شيء إلا الأحلام.
      تك تك!
      لا ينقصه خيط، تنقصه حكاية.
      إنه يتحرك!
      أرى البحر من هنا!
      إذن أصلح الأحلام أيضا.
      ومنذ ذلك اليوم صار الدكان يطير.`,
      ],
    },
  ],
};
