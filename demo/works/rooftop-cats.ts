import { board, type Work } from '../work.ts';

/** Two cats and the roofs of a city, as a vertical comic. */
export const rooftopCats: Work = {
  key: 'rooftop-cats',
  palette: 'rose',
  latin: 'chunky',
  direction: 'vertical',
  status: 'ongoing',
  rating: 'safe',
  cover: { kind: 'portrait', place: 'rooftops', heroes: 'a.wink.wave b.happy.stand' },
  cast: {
    a: {
      key: 'bori',
      head: 'cat',
      skin: '#5b5870',
      pale: '#f4f0ff',
      outfit: 'hoodie',
      cloth: '#ffcf4d',
      cloth2: '#ffffff',
      hat: 'headphones',
      hatColour: '#3d6fd1',
      extras: ['patch'],
      prop: 'note',
    },
    b: {
      key: 'dalrae',
      head: 'cat',
      skin: '#fff3e4',
      pale: '#ffffff',
      outfit: 'dress',
      cloth: '#3d6fd1',
      cloth2: '#ffcf4d',
      hat: 'bow',
      hatColour: '#e8503a',
      prop: 'cup',
      size: 0.92,
    },
  },
  terms: {
    tag: ['cats', 'city', 'romance', 'slice-of-life', 'long-strip'],
    artist: ['han-sori'],
    author: ['han-sori'],
    genre: ['everyday-life'],
    category: ['webtoon'],
    publisher: ['studio-okto'],
    platform: ['mobile', 'web'],
    relationship: ['sweethearts'],
  },
  boards: [
    board(`
    rooftops:w # a.happy.sit
    rooftops a.sleepy.stand"
    rays:c b.happy!

    rooftops:w b.joy.jump * a.shock.stand
    glow b.happy.hold" a.calm.stand
    rooftops:c a.wink"
  `),
    board(`
    city:w a.think.sit~
    rain b.sad.stand"
    speed:c a.angry.run!

    rain:w a.happy.hold b.shock.stand"
    glow:c a.joy"
    rooftops:w # a.happy.sit b.sleepy.sit
  `),
    board(`
    market:w # b.joy.run a.happy.run
    market b.happy.point"
    dots:c a.scared"

    rooftops:w a.proud.hold" b.joy.cheer
    glow b.wink.hold"
    city:w # a.happy.sit b.happy.sit
  `),
  ],
  editions: [
    {
      language: 'ko',
      title: '지붕 위 고양이',
      credit: '한소리',
      daysAgo: 0,
      interest: 1100,
      description: '지붕에서 음악을 듣는 보리와 옥상에서 차를 파는 달래의 느린 이야기.',
      titles: { en: 'Rooftop Cats', zh: '屋顶上的猫' },
      chapters: ['옥상', '비', '야시장'],
      lines: [
        `이 도시의 지붕은 모두 이어져 있다.
        조용해서 좋다…
        거기, 내 자리야!
        폴짝!
        그럼 반씩 나눠 쓰자.
        차 한 잔 값이면 좋아.`,
        `오늘은 안 오나…
        비가 와서 못 건너가.
        기다려, 지금 갈게!
        우산도 없이 왔어?
        음악은 젖지 않으니까.
        비 오는 날의 자리도 생겼다.`,
        `밤이 되면 골목에 등불이 켜진다.
        저기 붕어빵!
        고양이가 먹어도 되나?
        꼬리는 네 거, 머리는 내 거.
        반씩 나누기, 우리 규칙이지.
        도시의 지붕은 오늘도 이어져 있다.`,
      ],
    },
    {
      language: 'en',
      title: 'Rooftop Cats',
      credit: 'Han Sori',
      translated: true,
      group: 'lantern-letters',
      cover: 'tiny',
      daysAgo: 6,
      interest: 980,
      description: 'Bori listens to music on the roofs, Dalrae pours tea on hers. A slow story in long strips.',
      chapters: ['The roof', 'Rain', 'Night market'],
      lines: [
        `All the roofs of this city are joined.
        Nice and quiet…
        Hey, that's my spot!
        Hop!
        Then let's share it. Half each.
        Deal, for one cup of tea.`,
        `Not coming today, I guess…
        I can't cross in the rain.
        Wait there, I'm coming!
        You came without an umbrella?
        Music doesn't get wet.
        Now we have a rainy spot, too.`,
        `At night the lanterns wake up.
        Look, fish cakes!
        Are cats allowed those?
        Tail for you, head for me.
        Half each. That's our rule.
        And the roofs are still joined.`,
      ],
    },
    {
      language: 'zh',
      title: '屋顶上的猫',
      credit: '韩素里',
      translated: true,
      group: 'yunduo-hanhua',
      cover: 'burst',
      daysAgo: 18,
      interest: 460,
      description: '在屋顶听音乐的波利，和在天台泡茶的达莱，一个慢慢的故事。',
      chapters: ['屋顶', '下雨', '夜市'],
      lines: [
        `这座城市的屋顶都连在一起。
        真安静……
        喂，那是我的位子！
        跳！
        那就一人一半吧。
        好，一杯茶的价钱。`,
        `今天不来了吧……
        下雨了，我过不去。
        等着，我马上来！
        你没带伞就来了？
        音乐是不会淋湿的。
        下雨天也有了位子。`,
        `夜里，灯笼都醒了。
        看，鱼饼！
        猫可以吃吗？
        尾巴归你，头归我。
        一人一半，我们的规矩。
        屋顶今天也连在一起。`,
      ],
    },
  ],
};
