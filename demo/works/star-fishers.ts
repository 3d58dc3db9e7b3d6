import { board, type Work } from '../work.ts';

/** Two children fish for fallen stars; printed in colour, read from the right. */
export const starFishers: Work = {
  key: 'hoshi-tsuri',
  palette: 'night',
  latin: 'block',
  direction: 'rtl',
  status: 'complete',
  rating: 'safe',
  cover: { kind: 'hero', place: 'sea', heroes: 'a.joy.cheer b.happy.hold' },
  cast: {
    a: {
      key: 'minato-hoshi',
      head: 'human',
      skin: '#f6c9a8',
      hair: '#2f5fa8',
      hairStyle: 'spiky',
      outfit: 'overalls',
      cloth: '#f2a63a',
      cloth2: '#ffffff',
      hat: 'straw',
      hatColour: '#f0d08a',
      prop: 'net',
    },
    b: {
      key: 'umi',
      head: 'human',
      skin: '#e7b78f',
      hair: '#3b2a2a',
      hairStyle: 'pony',
      outfit: 'stripes',
      cloth: '#e8503a',
      cloth2: '#2b7a78',
      prop: 'star',
      size: 0.94,
    },
  },
  terms: {
    tag: ['sea', 'night', 'fantasy', 'friendship'],
    artist: ['asahi-nagi'],
    author: ['asahi-nagi'],
    genre: ['fairy-tale'],
    category: ['manga'],
    publisher: ['studio-okto'],
    platform: ['web'],
    relationship: ['siblings'],
  },
  boards: [
    board(`
    harbour:w # a.happy.hold b.happy.stand
    sea a.think.hold"
    sea:c b.sleepy"

    sea:w * a.shock.stand b.shock.stand
    speed:c a.angry!
    rays:w b.joy.hold"

    glow:c a.sad"
    sea:w b.calm.hold" a.think.sit
    heights:w a.joy.cheer! b.joy.cheer

    harbour:w # a.happy.sit b.happy.sit
    glow:c b.wink"
  `),
  ],
  editions: [
    {
      language: 'ja',
      title: '星釣り',
      alternative: 'ほしつり',
      credit: '朝日なぎ',
      daysAgo: 3,
      interest: 860,
      description: '年に一度、星が海に落ちる夜。兄と妹は網を持って舟を出す。',
      titles: { en: 'Star Fishers', ar: 'صيادا النجوم' },
      lines: [
        `一年に一度、星が海に落ちる。
        今年こそ大きいのを釣る。
        ねむい…
        ザバーン
        引けえ！
        つれた！あったかいね。
        でも、空がひとつ暗くなった。
        じゃあ、返そうか。
        そうれ！
        その夜、空はひとつ明るくなった。
        来年は見るだけにしよう。`,
      ],
    },
    {
      language: 'ar',
      title: 'صيادا النجوم',
      credit: 'أساهي ناغي',
      translated: true,
      group: 'warsh-team',
      cover: 'moon',
      daysAgo: 13,
      interest: 360,
      description: 'في ليلة واحدة كل عام تسقط النجوم في البحر، فيخرج الأخوان بشبكة صغيرة.',
      lines: [
        `مرة كل عام تسقط النجوم في البحر.
        هذا العام سأصيد نجمة كبيرة.
        أشعر بالنعاس…
        طش!
        اسحبي!
        أمسكناها! إنها دافئة.
        لكن السماء صارت أظلم.
        إذن لنعدها إلى مكانها.
        هيا، طيري!
        وفي تلك الليلة أضاءت السماء أكثر.
        في العام القادم سنكتفي بالنظر.`,
      ],
    },
  ],
};
