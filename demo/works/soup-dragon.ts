import { board, type Work } from '../work.ts';

/** A dragon opens a soup kitchen on a mountain. */
export const soupDragon: Work = {
  key: 'huotang-xiaolong',
  palette: 'jade',
  latin: 'chunky',
  direction: 'ltr',
  status: 'complete',
  rating: 'safe',
  cover: { kind: 'portrait', place: 'mountains', heroes: 'a.joy.cheer' },
  cast: {
    a: {
      key: 'xiao-tang',
      head: 'dragon',
      skin: '#58b38c',
      pale: '#f4efc8',
      outfit: 'none',
      cloth: '#e8503a',
      cloth2: '#f0803c',
      prop: 'ladle',
    },
    b: {
      key: 'granny-wei',
      head: 'human',
      skin: '#f1c7a0',
      hair: '#dcdce4',
      hairStyle: 'bun',
      outfit: 'coat',
      cloth: '#b0413e',
      cloth2: '#f2b84a',
      prop: 'bowl',
      size: 0.86,
    },
    c: {
      key: 'knight-lu',
      head: 'human',
      skin: '#e7b78f',
      hair: '#222222',
      hairStyle: 'short',
      outfit: 'armour',
      cloth: '#9fb3bd',
      cloth2: '#3f8079',
      hat: 'knight',
      hatColour: '#8fa5b0',
      prop: 'sword',
    },
  },
  terms: {
    tag: ['dragons', 'cooking', 'fantasy', 'comedy'],
    artist: ['lin-muyao'],
    author: ['lin-muyao'],
    genre: ['fairy-tale'],
    category: ['manhua'],
    publisher: ['qingshan-shufang'],
    platform: ['web', 'mobile'],
    relationship: ['friends', 'rivals'],
  },
  boards: [
    board(`
    mountains:w # a.happy.hold
    mountains a.sad.sit"
    speed c.angry.cheer! a.scared.stand

    mountains:w a.scared.hold" c.shock.stand
    dots:c c.think"
    rays:c * c.joy

    kitchen:w b.happy.hold" a.happy.hold
    glow:c a.shock"
    kitchen:w c.happy.hold" a.joy.cheer b.wink.hold

    mountains:w # a.joy.hold b.happy.stand c.happy.stand
    glow:c a.wink"
  `),
  ],
  editions: [
    {
      language: 'zh',
      title: '会煲汤的小龙',
      credit: '林慕遥',
      daysAgo: 0,
      interest: 1000,
      description: '小龙小汤不想喷火吓人，只想把汤煲好。',
      titles: { en: 'The Dragon Who Made Soup', de: 'Der Suppendrache' },
      lines: [
        `高高的山上，有一家没有客人的汤店。
        今天也没有人来……
        恶龙，出来受死！
        先……先喝碗汤好吗？
        这汤里有什么？
        好喝！
        再加一点姜，信奶奶。
        客人都来了！
        再来一碗！
        从此山路上总有人排队。
        小火慢炖，才是好龙。`,
      ],
    },
    {
      language: 'en',
      title: 'The Dragon Who Made Soup',
      credit: 'Lin Muyao',
      translated: true,
      group: 'lantern-letters',
      cover: 'tiles',
      daysAgo: 8,
      interest: 620,
      description: 'Little Tang does not want to frighten anyone with fire. It is for the soup.',
      lines: [
        `High on the mountain was a soup house without guests.
        Nobody came today, either…
        Come out and fight, foul dragon!
        W-would you like some soup first?
        What is in it?
        Slurp!
        A little more ginger. Trust Granny.
        They're all coming!
        Another bowl, please!
        Since then there is a queue on the path.
        Low heat makes a good dragon.`,
      ],
    },
    {
      language: 'de',
      title: 'Der Suppendrache',
      credit: 'Lin Muyao',
      translated: true,
      group: 'blattwerk',
      cover: 'hero',
      daysAgo: 30,
      interest: 280,
      description: 'Der kleine Tang will mit seinem Feuer niemanden erschrecken. Er braucht es für die Suppe.',
      lines: [
        `Hoch am Berg stand ein Suppenhaus ohne Gäste.
        Auch heute kam niemand…
        Komm heraus, du Untier!
        M-möchtest du erst eine Suppe?
        Was ist da drin?
        Schlürf!
        Etwas mehr Ingwer. Vertrau der Oma.
        Sie kommen alle!
        Noch einen Teller, bitte!
        Seitdem steht am Pfad eine Schlange.
        Kleine Flamme, großer Drache.`,
      ],
    },
  ],
};
