import { board, type Work } from '../work.ts';

/** A frog prince works in an office. */
export const frogOffice: Work = {
  key: 'prinz-im-buero',
  palette: 'jade',
  latin: 'block',
  direction: 'ltr',
  status: 'canceled',
  rating: 'safe',
  cover: { kind: 'split', place: 'library', heroes: 'b.shock.stand a.proud.hold' },
  cast: {
    a: {
      key: 'prinz-quentin',
      head: 'frog',
      skin: '#58a84e',
      pale: '#e2f2b8',
      outfit: 'coat',
      cloth: '#394a6d',
      cloth2: '#e0483a',
      hat: 'crown',
      hatColour: '#f2b84a',
      prop: 'cup',
    },
    b: {
      key: 'frau-kessel',
      head: 'human',
      skin: '#f6c9a8',
      hair: '#8a3b2a',
      hairStyle: 'bun',
      outfit: 'coat',
      cloth: '#74b09f',
      cloth2: '#fdfaf1',
      extras: ['glasses'],
      prop: 'book',
    },
  },
  terms: {
    tag: ['comedy', 'city', 'animals'],
    artist: ['greta-sommerfeld'],
    author: ['till-overath'],
    genre: ['everyday-life'],
    category: ['comic'],
    publisher: ['north-window'],
    platform: ['print'],
    parody: ['the-frog-king'],
    relationship: ['colleagues'],
    group: ['blattwerk'],
  },
  boards: [
    board(`
    city:w # a.proud.hips
    library b.calm.hold" a.proud.hold"
    library:c b.think"

    room:w a.think.sit" *
    speed:c a.shock!
    library:w b.happy.hold" a.sad.stand

    rain:w a.sad.sit
    glow:c b.happy"
    room:w a.joy.hold" b.wink.hold

    city:w # a.happy.wave b.happy.wave
  `),
  ],
  editions: [
    {
      language: 'de',
      title: 'Der Prinz im Büro',
      credit: 'Till Overath, Greta Sommerfeld',
      daysAgo: 36,
      interest: 120,
      description: 'Ein Froschkönig sucht Arbeit und findet Formular 27b. Leider eingestellt.',
      titles: { en: 'The Prince at the Office', fr: 'Le Prince au bureau' },
      lines: [
        `Montag, acht Uhr. Ein Königreich in Grau.
      Beruf?
      Prinz. Zurzeit Frosch.
      Das ist Formular 27b.
      Wer hat meinen Teich abgeheftet?
      Platsch
      Der Drucker hat gequakt!
      Das war Ihr Vertrag.
      Kommen Sie. Es gibt Mückenkuchen.
      Ich bleibe!
      Und alle quakten bis zum Feierabend.`,
      ],
    },
  ],
};

/** The last library of the steppe. */
export const lastLibrary: Work = {
  key: 'poslednyaya-biblioteka',
  palette: 'dusk',
  latin: 'block',
  direction: 'ltr',
  status: 'onhold',
  rating: 'safe',
  cover: { kind: 'tiles', place: 'library', heroes: 'a.calm.hold b.shock.stand' },
  cast: {
    a: {
      key: 'sova-arkadia',
      head: 'owl',
      skin: '#a0764f',
      pale: '#f7e8cc',
      outfit: 'robe',
      cloth: '#8d3a7c',
      cloth2: '#ffc24b',
      prop: 'book',
      extras: ['glasses'],
    },
    b: {
      key: 'mitya',
      head: 'human',
      skin: '#f6d0b0',
      hair: '#c9a25a',
      hairStyle: 'spiky',
      outfit: 'overalls',
      cloth: '#3f6ea8',
      cloth2: '#e8503a',
      prop: 'lantern',
      size: 0.88,
    },
  },
  terms: {
    tag: ['books', 'mystery', 'night'],
    artist: ['kira-volna'],
    author: ['lev-morozkin'],
    genre: ['fantasy-story'],
    category: ['comic'],
    publisher: ['dom-na-reke'],
    platform: ['print', 'web'],
    relationship: ['teacher-and-pupil'],
    group: ['severny-veter'],
  },
  boards: [
    board(`
    desert:w # b.calm.hold
    library:w b.shock.stand" *
    library:c a.calm"

    library b.scared.hold" a.think.stand
    glow:c a.happy"
    library:w a.happy.point" b.joy.stand

    heights:w b.joy.fly
    speed:c b.shock"
    library:w a.wink.hold" b.happy.sit

    rooftops:w # a.happy.sit b.happy.hold
    glow:c b.joy"
  `),
  ],
  editions: [
    {
      language: 'ru',
      title: 'Последняя библиотека',
      credit: 'Лев Морозкин, Кира Волна',
      daysAgo: 5,
      interest: 440,
      description: 'В степи стоит библиотека, где книги читают своих гостей.',
      titles: { en: 'The Last Library', de: 'Die letzte Bibliothek', zh: '最后的图书馆' },
      lines: [
        `Три дня пути, и вдруг дверь.
      Сколько книг!
      Скрип
      Тише. Они спят.
      А можно одну?
      Сначала она выберет тебя.
      Смотри, эта проснулась.
      Она про меня!
      Каждая про кого-то. Дочитай.
      Утром в степи стало на читателя больше.
      Вернусь в среду!`,
      ],
    },
  ],
};

/** A penguin who wants to dance samba. */
export const sambaPenguin: Work = {
  key: 'pinguim-no-samba',
  palette: 'rose',
  latin: 'poster',
  direction: 'ltr',
  status: 'complete',
  rating: 'suggestive',
  cover: { kind: 'burst', place: 'market', heroes: 'a.joy.cheer b.happy.wave' },
  cast: {
    a: {
      key: 'gelinho',
      head: 'penguin',
      skin: '#2b3550',
      pale: '#ffffff',
      outfit: 'none',
      cloth: '#eeeeee',
      cloth2: '#ffb13d',
      hat: 'flower',
      hatColour: '#ff5d7a',
      extras: ['scarf'],
      prop: 'note',
    },
    b: {
      key: 'rosa-tambor',
      head: 'human',
      skin: '#7b4a2f',
      hair: '#1d1512',
      hairStyle: 'curly',
      outfit: 'dress',
      cloth: '#ffcf4d',
      cloth2: '#e8503a',
      hat: 'flower',
      hatColour: '#e8503a',
      prop: 'baton',
    },
  },
  terms: {
    tag: ['music', 'comedy', 'animals', 'city'],
    artist: ['caio-brandim'],
    author: ['caio-brandim'],
    genre: ['everyday-life'],
    category: ['comic'],
    publisher: ['casa-mandacaru'],
    platform: ['web'],
    relationship: ['friends'],
    group: ['quadrinho-solto'],
  },
  boards: [
    board(`
    harbour:w # a.shock.stand
    market:w b.happy.wave" a.think.stand
    dots:c a.scared"

    market b.happy.hold" a.scared.stand
    speed:c * a.shock
    glow:c a.sad"

    theatre:w b.wink.point" a.think.ponder
    rays:w a.joy.cheer! b.joy.cheer

    city:w # a.joy.cheer b.joy.hold
    glow:c a.wink"
  `),
  ],
  editions: [
    {
      language: 'pt',
      title: 'Pinguim no samba',
      credit: 'Caio Brandim',
      daysAgo: 7,
      interest: 290,
      description: 'Gelinho desceu do navio errado, no dia certo: o do desfile.',
      titles: { en: 'Penguin Samba', es: 'Pingüino de samba' },
      lines: [
        `Gelinho desceu no porto errado.
      Chegou na hora! Dança com a gente?
      Eu só sei escorregar.
      Então escorrega no ritmo!
      Ploft!
      Viu? Não levo jeito.
      Cai de novo, mas no tempo forte.
      Estou sambando!
      Naquele ano, a escola inteira escorregou.
      Dez, nota dez.`,
      ],
    },
  ],
};

/** A bear looks for the warmest bath of the winter; flagged suggestive, it only shows steam. */
export const warmBath: Work = {
  key: 'le-bain-de-l-ours',
  palette: 'arctic',
  latin: 'chunky',
  direction: 'ltr',
  status: 'complete',
  rating: 'suggestive',
  cover: { kind: 'frame', place: 'snow', heroes: 'a.sleepy.sit' },
  cast: {
    a: {
      key: 'oscar-ours',
      head: 'bear',
      skin: '#8a5a3c',
      pale: '#e9c59a',
      outfit: 'robe',
      cloth: '#e8503a',
      cloth2: '#fff8ea',
      prop: 'cup',
    },
    b: {
      key: 'lapin-gaston',
      head: 'rabbit',
      skin: '#efe6e0',
      pale: '#ffffff',
      outfit: 'coat',
      cloth: '#4a6d98',
      cloth2: '#f7b538',
      extras: ['scarf'],
      prop: 'parcel',
      size: 0.8,
    },
  },
  terms: {
    tag: ['winter', 'animals', 'comedy'],
    artist: ['colette-amboise'],
    author: ['colette-amboise'],
    genre: ['everyday-life'],
    category: ['comic'],
    publisher: ['atelier-du-quai'],
    platform: ['web'],
    relationship: ['neighbours'],
    group: ['atelier-croissant'],
  },
  boards: [
    board(`
    snow:w # a.sad.stand
    forest a.think.hold"
    snow:c * b.shock

    snow:w b.scared.run" a.happy.stand
    dots:c a.joy"
    mountains:w a.happy.run b.happy.run

    mountains:w a.joy.jump! b.scared.stand
    glow:c b.joy"
    heights:w a.sleepy.sit" b.sleepy.sit

    snow:w # a.happy.hold b.happy.hold
  `),
  ],
  editions: [
    {
      language: 'fr',
      title: 'Le Bain de l’ours',
      credit: 'Colette Amboise',
      daysAgo: 15,
      interest: 260,
      description: 'Un ours frileux, une source chaude et beaucoup, beaucoup de vapeur.',
      titles: { en: 'The Bear’s Bath', de: 'Das Bad des Bären' },
      lines: [
        `L’hiver, l’ours Oscar a froid aux pieds.
      Il me faut de l’eau chaude.
      Pouf !
      Ça fume, derrière la colline !
      Une source ! Vite !
      Plouf !
      On dirait une soupe de nous.
      Réveillez-moi au printemps…
      Ils y sont encore. Frappez avant d’entrer.`,
      ],
    },
  ],
};
