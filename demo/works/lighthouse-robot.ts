import { board, type Work } from '../work.ts';

/** A robot keeps a lighthouse and learns what it is for. */
export const lighthouseRobot: Work = {
  key: 'the-lighthouse-robot',
  palette: 'coral',
  latin: 'chunky',
  direction: 'ltr',
  status: 'ongoing',
  rating: 'safe',
  cover: { kind: 'hero', place: 'harbour', heroes: 'a.happy.wave b.joy.cheer' },
  cast: {
    a: {
      key: 'pim-7',
      head: 'robot',
      skin: '#f2d5a0',
      pale: '#8df3e4',
      outfit: 'none',
      cloth: '#dddddd',
      cloth2: '#ff6b5e',
      prop: 'lantern',
    },
    b: {
      key: 'nora-kell',
      head: 'human',
      skin: '#c98d63',
      hair: '#2d1d2e',
      hairStyle: 'braids',
      outfit: 'overalls',
      cloth: '#f0b429',
      cloth2: '#2f6f9f',
      prop: 'wrench',
      size: 0.9,
    },
    c: {
      key: 'old-brine',
      head: 'octopus',
      skin: '#e8627c',
      pale: '#ffc2cc',
      outfit: 'none',
      cloth: '#9fa8e8',
      cloth2: '#ffd35e',
      hat: 'sailor',
      hatColour: '#274b7a',
      prop: 'cup',
    },
  },
  terms: {
    tag: ['robots', 'sea', 'friendship', 'slice-of-life'],
    artist: ['tomas-arklow'],
    author: ['mira-dunne'],
    genre: ['science-fiction'],
    category: ['comic'],
    publisher: ['north-window'],
    platform: ['web', 'print'],
    relationship: ['friends', 'teacher-and-pupil'],
  },
  boards: [
    board(`
    harbour:w #
    room a.happy.hips"
    harbour:c a.think"

    rain:w * a.shock.stand
    sea a.scared.hold!
    harbour:w b.scared.wave!
    speed:c a.angry

    harbour:w a.happy.stand" b.happy.stand"
    glow:c b.wink"
    harbour:w a.joy.cheer #
  `),
    board(`
    kitchen:w b.happy.hold" a.think.ponder
    kitchen a.calm.hold" b.joy.stand"
    rays:c * a.shock

    room:w a.sad.sit" b.calm.stand
    glow:c b.happy"
    harbour:w # a.happy.wave b.happy.wave

    harbour:w a.happy.hold b.joy.cheer"
    dots:c a.joy"
  `),
    board(`
    depths:w # c.happy.hold
    harbour b.shock.point! a.calm.stand
    depths:c c.wink"

    harbour:w c.happy.hold" a.shock.stand b.joy.cheer
    room c.calm.hold"
    glow:c a.think~

    sea:w a.happy.wave" c.joy.hold
    harbour:w b.happy.sit a.happy.sit #
  `),
  ],
  editions: [
    {
      language: 'en',
      title: 'The Lighthouse Robot',
      credit: 'Mira Dunne & Tomas Arklow',
      daysAgo: 0,
      interest: 1400,
      description:
        'Pim-7 was built to change one light bulb. Then the fog came, a girl came, and an octopus who takes sugar in her tea.',
      titles: { ru: 'Робот с маяка', zh: '灯塔机器人', ar: 'روبوت المنارة', de: 'Der Leuchtturmroboter' },
      chapters: ['The bulb', 'Pancakes', 'A guest from below'],
      lines: [
        `Cape Quiet. Population: one robot.
        Bulb changed. Next bulb: in four years.
        What do people do in four years?
        KRAKOOM!
        The light is out! And somebody is out there!
        Hello! Which way is land?!
        You shine very loudly.
        Thank you. I had never done it for somebody.
        Now you have. I'm Nora.
        Population: one robot, one Nora.`,
        `Do robots eat pancakes?
        I can count them. Four.
        Five! One is on the ceiling.
        Flop!
        I have never dropped anything on purpose.
        That is called cooking.
        They sent the burnt ones to the gulls.
        Look, they love it!
        New rule: burnt means generous.`,
        `Far under the rock, somebody puts the kettle on.
        Pim! There's an arm on the stairs!
        Several, dear. May I come in?
        Your lamp keeps me awake. It is wonderful.
        I have read every ship's name for forty years.
        So somebody was always watching back.
        Same time tomorrow?
        Population: one robot, one Nora, eight arms.`,
      ],
    },
    {
      language: 'ru',
      title: 'Робот с маяка',
      credit: 'Мира Данн и Томас Арклоу',
      translated: true,
      group: 'severny-veter',
      cover: 'portrait',
      daysAgo: 3,
      interest: 700,
      description:
        'Пим-7 был создан, чтобы менять одну лампочку. Но пришёл туман, потом девочка, а потом осьминог, который пьёт чай с сахаром.',
      chapters: ['Лампочка', 'Блины', 'Гостья снизу'],
      lines: [
        `Тихий мыс. Население: один робот.
        Лампочка заменена. Следующая через четыре года.
        Что люди делают четыре года?
        Бабах!
        Свет погас! А там кто-то есть!
        Эй! Где берег?!
        Ты очень громко светишь.
        Спасибо. Я ещё ни для кого не светил.
        А теперь светил. Я Нора.
        Население: один робот и одна Нора.`,
        `Роботы едят блины?
        Я могу их считать. Четыре.
        Пять! Один на потолке.
        Шлёп!
        Я никогда ничего не ронял нарочно.
        Это называется готовить.
        Подгоревшие достались чайкам.
        Смотри, им нравится!
        Новое правило: подгорело, значит поделись.`,
        `Глубоко под скалой кто-то ставит чайник.
        Пим! На лестнице щупальце!
        Несколько, милая. Можно войти?
        Твоя лампа не даёт мне спать. Она чудесна.
        Сорок лет читаю имена кораблей.
        Значит, и на меня кто-то смотрел.
        Завтра в то же время?
        Население: робот, Нора и восемь рук.`,
      ],
    },
    {
      language: 'ja',
      title: '灯台ロボット',
      credit: 'ミラ・ダン／トマス・アークロウ',
      translated: true,
      group: 'komorebi-gumi',
      cover: 'split',
      daysAgo: 9,
      interest: 520,
      description: '電球をひとつ替えるために作られたピム7。霧が来て、少女が来て、砂糖入りのお茶が好きなタコが来た。',
      titles: { en: 'The Lighthouse Robot' },
      chapters: ['電球', 'パンケーキ', '下からのお客'],
      lines: [
        `しずか岬。人口、ロボット一台。
        電球こうかん完了。次は四年後。
        人は四年間、何をするのだろう。
        ゴロゴロ！
        明かりが消えた！だれか沖にいる！
        ねえ！陸はどっち？！
        ずいぶん大きな声で光るのね。
        だれかのために光ったのは初めてだ。
        じゃあ今日が最初。わたしはノラ。
        人口、ロボット一台とノラひとり。`,
        `ロボットもパンケーキ食べる？
        数えることはできる。四枚。
        五枚よ！一枚は天井。
        ペタン！
        わざと落としたことは一度もない。
        それが料理っていうの。
        こげた分はカモメにあげた。
        見て、大よろこび！
        新しい決まり。こげたら分ける。`,
        `岩のずっと下で、だれかがお湯をわかす。
        ピム！階段に腕がある！
        何本もね。おじゃましていい？
        あなたの光で眠れないの。すてきで。
        四十年、船の名前を読んできたわ。
        ずっとだれかが見ていてくれたのか。
        あしたも同じ時間に？
        人口、ロボット、ノラ、腕八本。`,
      ],
    },
    {
      language: 'zh',
      title: '灯塔机器人',
      credit: '米拉·邓恩 托马斯·阿克洛',
      translated: true,
      group: 'yunduo-hanhua',
      cover: 'burst',
      daysAgo: 16,
      interest: 640,
      description: '皮姆七号生来只为换一个灯泡。后来起了雾，来了一个女孩，又来了一只喝茶要加糖的章鱼。',
      chapters: ['灯泡', '煎饼', '海底来客'],
      lines: [
        `静静角。人口：一个机器人。
        灯泡换好了。下一个，四年后。
        人们四年里都做什么呢？
        轰隆！
        灯灭了！海上有人！
        喂！哪边是岸？！
        你亮得好大声。
        谢谢。我第一次为别人发光。
        现在有了。我叫诺拉。
        人口：一个机器人，一个诺拉。`,
        `机器人吃煎饼吗？
        我会数。四张。
        五张！还有一张在天花板上。
        啪！
        我从没故意掉过东西。
        这就叫做饭。
        煎糊的都送给了海鸥。
        看，它们好喜欢！
        新规矩：糊了就分享。`,
        `礁石深处，有人烧上了水。
        皮姆！楼梯上有一条腕足！
        好几条呢。可以进来吗？
        你的灯让我睡不着。真美。
        四十年来，我读过每条船的名字。
        原来一直有人在看着我。
        明天还是这个时间？
        人口：机器人、诺拉、八条腕足。`,
      ],
    },
  ],
};
