import { board, type Work } from '../work.ts';

/** A young witch whose broom is an umbrella; printed in black and white, read from the right. */
export const umbrellaWitch: Work = {
  key: 'kasa-to-majo',
  palette: 'mono',
  latin: 'block',
  direction: 'rtl',
  status: 'ongoing',
  rating: 'safe',
  cover: { kind: 'hero', place: 'rain', heroes: 'a.joy.cheer b.calm.stand' },
  cast: {
    a: {
      key: 'amane-shizuku',
      head: 'human',
      skin: '#f6c9a8',
      hair: '#5a2d3c',
      hairStyle: 'bob',
      hat: 'witch',
      hatColour: '#4a3a8c',
      outfit: 'dress',
      cloth: '#4a3a8c',
      cloth2: '#ff5d7a',
      prop: 'umbrella',
    },
    b: {
      key: 'kurosuke',
      head: 'cat',
      skin: '#3a3648',
      pale: '#8d86a3',
      outfit: 'none',
      cloth: '#333333',
      cloth2: '#ffcf4d',
      extras: ['scarf'],
      prop: 'lantern',
      size: 0.72,
    },
    c: {
      key: 'haru-minato',
      head: 'human',
      skin: '#f3cfae',
      hair: '#2a2430',
      hairStyle: 'spiky',
      outfit: 'hoodie',
      cloth: '#8d99ae',
      cloth2: '#edf2f4',
      extras: ['glasses'],
      prop: 'book',
    },
  },
  terms: {
    tag: ['witches', 'magic', 'school', 'comedy', 'fantasy'],
    artist: ['minato-kaede'],
    author: ['minato-kaede'],
    genre: ['fantasy-story'],
    category: ['manga'],
    publisher: ['studio-okto'],
    platform: ['print', 'web'],
    relationship: ['classmates'],
  },
  boards: [
    board(`
    city:w # a.happy.fly
    speed:c a.shock *
    rain:w a.sad.sit" b.calm.sit"

    room b.calm.stand"
    dots:c a.angry!
    rain:w a.scared.hold" b.shock.stand
    rays:c a.joy"

    heights:w a.joy.fly! *
    heights:c b.scared"
    city a.happy.fly" b.scared.sit

    rain:w c.shock.stand" a.joy.fly
    glow:c c.happy~
    rooftops:w # a.happy.sit b.sleepy.sit
  `),
    board(`
    library:w # c.calm.hold
    library:c c.think~
    library:w a.happy.wave" c.shock.jump!

    dots a.scared.hold"
    room c.calm.hold" a.think.ponder"
    speed:c * b.angry

    library:w a.shock.run! b.angry.run c.scared.jump
    gloom:c c.proud"
    rays a.joy.cheer!

    rooftops:w a.happy.hold" c.happy.hold"
    glow:c b.sleepy"
  `),
  ],
  editions: [
    {
      language: 'ja',
      title: '傘と魔女',
      alternative: 'かさとまじょ',
      credit: '湊かえで',
      daysAgo: 1,
      interest: 1300,
      description: 'ほうきを折ってしまった見習い魔女アマネが選んだのは、古い傘だった。',
      titles: { en: 'The Witch and the Umbrella', pt: 'A bruxa e o guarda-chuva' },
      chapters: ['雨の日の魔女', '図書室の秘密'],
      lines: [
        `その日、魔女は空から落ちた。
        バキッ
        ほうきが折れちゃった。
        三本目だね。
        傘ならあるよ。
        魔女が傘で飛ぶわけない！
        …開いてみるだけよ。
        あれ、軽い！
        飛んだあ！
        ビュウ
        ぬれるのはきらい。
        傘だから、ぬれないよ！
        え、傘の…魔女？
        明日も雨ならいいな。
        こうして雨の日が楽しみになった。`,
        `雨の日の図書室には、だれも来ない。
        あの子は何者だろう。
        本、かして！
        で、出た！
        飛び方の本、ないかな。
        気象の本ならあるよ。
        傘は風で飛ぶの？
        ガタン
        クロ、本は食べちゃだめ！
        風は、右から来る。
        それだ！
        二人で読むと早いね。
        傘は大きいからね。
        ぼくのごはんは？`,
      ],
    },
    {
      language: 'en',
      title: 'The Witch and the Umbrella',
      credit: 'Kaede Minato',
      translated: true,
      group: 'lantern-letters',
      cover: 'moon',
      daysAgo: 7,
      interest: 750,
      description: 'Apprentice witch Amane has broken her third broom. All that is left is an old umbrella.',
      chapters: ['A witch on a rainy day', 'The secret of the library'],
      lines: [
        `That day a witch fell from the sky.
        Crack
        My broom broke.
        That's the third.
        There is an umbrella.
        Witches don't fly umbrellas!
        I'm only opening it…
        Oh, it's light!
        I'm flying!
        Whoo
        I hate getting wet.
        It's an umbrella. We won't!
        An umbrella… witch?
        I hope it rains tomorrow.
        And so rainy days became the best days.`,
        `On rainy days nobody comes to the library.
        Who was that girl?
        Lend me a book!
        It's h-her!
        One about flying, maybe?
        I have one about weather.
        Do umbrellas fly on wind?
        Clatter
        Kuro, don't eat the books!
        The wind comes from the right.
        That's it!
        Reading goes faster for two.
        It's a big umbrella.
        And my dinner?`,
      ],
    },
    {
      language: 'pt',
      title: 'A bruxa e o guarda-chuva',
      credit: 'Kaede Minato',
      translated: true,
      rewritten: true,
      group: 'quadrinho-solto',
      cover: 'tiles',
      daysAgo: 28,
      interest: 190,
      description: 'A aprendiz Amane quebrou a terceira vassoura. Só sobrou um velho guarda-chuva.',
      chapters: ['Bruxa em dia de chuva', 'O segredo da biblioteca'],
      lines: [
        `Naquele dia, uma bruxa caiu do céu.
        Crac
        Minha vassoura quebrou.
        É a terceira.
        Tem um guarda-chuva ali.
        Bruxa não voa nisso!
        Só vou abrir um pouquinho…
        Nossa, é leve!
        Estou voando!
        Fuuu
        Odeio me molhar.
        Com guarda-chuva? Jamais!
        Uma bruxa… de guarda-chuva?
        Tomara que chova amanhã.
        E os dias de chuva viraram os melhores.`,
        `Quando chove, ninguém vem à biblioteca.
        Quem era aquela menina?
        Me empresta um livro!
        É e-ela!
        Tem algum sobre voar?
        Tenho um sobre o tempo.
        Guarda-chuva voa com vento?
        Trác
        Kuro, não coma os livros!
        O vento vem da direita.
        É isso!
        A dois se lê mais rápido.
        O guarda-chuva é grande.
        E o meu jantar?`,
      ],
    },
  ],
};
