import { board, type Work } from '../work.ts';

/** A train that only runs at midnight. */
export const midnightTrain: Work = {
  key: 'le-train-de-minuit',
  palette: 'plum',
  latin: 'chunky',
  direction: 'ltr',
  status: 'complete',
  rating: 'safe',
  cover: { kind: 'tiles', place: 'train', heroes: 'a.calm.hold b.happy.wave' },
  cast: {
    a: {
      key: 'auguste-perle',
      head: 'human',
      skin: '#f1c7a0',
      hair: '#e9e9ef',
      hairStyle: 'short',
      outfit: 'coat',
      cloth: '#4e5d6c',
      cloth2: '#c0392b',
      extras: ['moustache'],
      hat: 'beret',
      hatColour: '#7a2e3a',
      prop: 'book',
    },
    b: {
      key: 'minuit',
      head: 'owl',
      skin: '#6f5a8c',
      pale: '#efe2f2',
      outfit: 'coat',
      cloth: '#2c2f57',
      cloth2: '#ff9a4d',
      hat: 'cap',
      hatColour: '#2c2f57',
      prop: 'lantern',
    },
  },
  terms: {
    tag: ['night', 'mystery', 'travel'],
    artist: ['colette-amboise'],
    author: ['remy-tassin'],
    genre: ['fantasy-story'],
    category: ['comic'],
    publisher: ['atelier-du-quai'],
    platform: ['print'],
    relationship: ['strangers'],
  },
  boards: [
    board(`
    city:w # a.calm.hold
    city:c a.think~
    train:w * b.happy.hold" a.shock.stand

    train a.think.sit"
    heights:w b.calm.point"
    glow:c a.shock"

    train:w a.sad.sit" b.calm.stand
    train:c b.happy"
    glow:w a.happy.hold

    mountains:w # a.joy.wave b.happy.wave
    glow:c b.wink"
  `),
  ],
  editions: [
    {
      language: 'fr',
      title: 'Le Train de minuit',
      credit: 'Rémy Tassin et Colette Amboise',
      daysAgo: 3,
      interest: 560,
      description: 'Quai 9, minuit pile : un train s’arrête pour ceux qui ont oublié où ils allaient.',
      titles: { en: 'The Midnight Train', ru: 'Полуночный поезд' },
      lines: [
        `Quai neuf. Minuit, moins une.
        Il n’y a plus de train à cette heure…
        Tchou !
        En voiture, monsieur Perle.
        Où allons-nous ?
        Là où vous vouliez aller à dix ans.
        La mer ! J’avais oublié la mer.
        Et si c’est trop tard ?
        Ce train n’est jamais en retard.
        Terminus : le premier matin.
        Billet valable toute la vie.`,
      ],
    },
    {
      language: 'ru',
      title: 'Полуночный поезд',
      credit: 'Реми Тассен и Колетт Амбуаз',
      translated: true,
      rewritten: true,
      group: 'severny-veter',
      cover: 'moon',
      daysAgo: 23,
      interest: 310,
      description: 'Девятый путь, ровно полночь: поезд для тех, кто забыл, куда ехал. Вольный пересказ.',
      lines: [
        `Девятый путь. Без минуты полночь.
        В этот час поездов уже нет…
        Ту-ту!
        Прошу в вагон, месье Перль.
        Куда мы едем?
        Туда, куда вы хотели в десять лет.
        К морю! Я забыл про море.
        А если уже поздно?
        Этот поезд не опаздывает.
        Конечная: первое утро.
        Билет действует всю жизнь.`,
      ],
    },
  ],
};
