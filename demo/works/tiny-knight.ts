import { board, type Work } from '../work.ts';

/** The smallest knight and the largest frog. */
export const tinyKnight: Work = {
  key: 'el-caballero-diminuto',
  palette: 'moss',
  latin: 'poster',
  direction: 'ltr',
  status: 'complete',
  rating: 'safe',
  cover: { kind: 'burst', place: 'forest', heroes: 'a.angry.cheer b.happy.stand' },
  cast: {
    a: {
      key: 'don-miga',
      head: 'human',
      skin: '#f6d0b0',
      hair: '#d0602f',
      hairStyle: 'spiky',
      outfit: 'armour',
      cloth: '#b9c4cc',
      cloth2: '#e9683c',
      extras: ['cape'],
      prop: 'sword',
      size: 0.7,
    },
    b: {
      key: 'reina-charca',
      head: 'frog',
      skin: '#6dbb57',
      pale: '#e2f2b8',
      outfit: 'dress',
      cloth: '#5c4a9c',
      cloth2: '#f4c745',
      hat: 'crown',
      hatColour: '#ffd25c',
      prop: 'cup',
      size: 1.2,
    },
  },
  terms: {
    tag: ['fantasy', 'comedy', 'animals', 'adventure'],
    artist: ['berta-solana'],
    author: ['berta-solana'],
    genre: ['fairy-tale'],
    category: ['comic'],
    publisher: ['casa-mandacaru'],
    platform: ['web', 'print'],
    relationship: ['rivals', 'friends'],
    parody: ['old-legends'],
  },
  boards: [
    board(`
    forest:w # a.proud.stand
    forest:c a.angry!
    forest:w b.sleepy.stand a.shock.stand *

    forest b.calm.stand" a.angry.cheer"
    dots:c b.think"
    rays:w a.angry.jump! b.shock.stand

    glow:c a.sad"
    forest:w b.happy.give" a.shock.stand
    market:w b.joy.cheer a.joy.cheer

    forest:w # a.proud.hips b.happy.hold
    glow:c a.wink"
  `),
  ],
  editions: [
    {
      language: 'es',
      title: 'El caballero diminuto',
      credit: 'Berta Solana',
      daysAgo: 5,
      interest: 480,
      description: 'Don Miga mide lo que una barra de pan y busca un dragón a su altura.',
      titles: { en: 'The Tiny Knight', de: 'Der winzige Ritter' },
      lines: [
        `Érase un caballero que cabía en una bota.
        ¡Sal, dragón!
        ¡Cruac!
        No soy un dragón. Soy la reina.
        ¡Pues rugís muy bien!
        Y tú gritas muy alto.
        ¡En guardia!
        Nadie me toma en serio…
        Yo sí. ¿Quieres ser mi capitán?
        Y el pantano nunca tuvo mejor defensa.
        Lo importante es la pluma del casco.`,
      ],
    },
    {
      language: 'de',
      title: 'Der winzige Ritter',
      credit: 'Berta Solana',
      translated: true,
      group: 'blattwerk',
      cover: 'band',
      daysAgo: 40,
      interest: 150,
      description: 'Don Miga ist so groß wie ein Brotlaib und sucht einen Drachen auf Augenhöhe.',
      lines: [
        `Es war ein Ritter, der in einen Stiefel passte.
        Zeig dich, Drache!
        Quaak!
        Ich bin kein Drache. Ich bin die Königin.
        Ihr brüllt aber gut!
        Und du rufst sehr laut.
        Zieh blank!
        Keiner nimmt mich ernst…
        Ich schon. Willst du mein Hauptmann sein?
        Nie war der Sumpf besser bewacht.
        Auf den Helmbusch kommt es an.`,
      ],
    },
  ],
};
