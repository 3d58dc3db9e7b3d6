import { board, type Work } from '../work.ts';

/** A fox carries letters through the snow. */
export const foxPost: Work = {
  key: 'fuchspost',
  palette: 'arctic',
  latin: 'poster',
  direction: 'ltr',
  status: 'complete',
  rating: 'safe',
  cover: { kind: 'frame', place: 'snow', heroes: 'a.happy.hold b.calm.stand' },
  cast: {
    a: {
      key: 'frieda-flink',
      head: 'fox',
      skin: '#e9712f',
      pale: '#fff5e8',
      outfit: 'coat',
      cloth: '#2f5d8a',
      cloth2: '#ffd25c',
      hat: 'cap',
      hatColour: '#2f5d8a',
      extras: ['bag', 'scarf'],
      prop: 'letter',
    },
    b: {
      key: 'opa-brumm',
      head: 'bear',
      skin: '#8a5a3c',
      pale: '#e9c59a',
      outfit: 'hoodie',
      cloth: '#b5473c',
      cloth2: '#f5e3c0',
      extras: ['scarf'],
      prop: 'cup',
      size: 1.15,
    },
    c: {
      key: 'piet-frost',
      head: 'penguin',
      skin: '#2b3550',
      pale: '#ffffff',
      outfit: 'none',
      cloth: '#e8503a',
      cloth2: '#ff9a3d',
      extras: ['scarf'],
      hat: 'beanie',
      hatColour: '#e8503a',
      prop: 'parcel',
      size: 0.8,
    },
  },
  terms: {
    tag: ['animals', 'winter', 'adventure', 'comedy'],
    artist: ['greta-sommerfeld'],
    author: ['greta-sommerfeld'],
    genre: ['adventure-story'],
    category: ['comic'],
    publisher: ['north-window'],
    platform: ['print'],
    relationship: ['rivals', 'friends'],
  },
  boards: [
    board(`
    snow:w # a.happy.run
    mountains a.proud.hold"
    snow:c b.sad~

    snow:w a.shock.stand" *
    speed a.angry.run!
    mountains:c a.scared"

    snow:w b.calm.sit a.joy.give"
    room:c b.joy"
    room:w a.happy.hold" b.happy.hold #
  `),
    board(`
    snow:w # c.happy.hold a.calm.stand
    dots c.proud.hips" a.angry.hips"
    speed:w a.angry.run * c.joy.run

    mountains:w a.scared.jump! c.scared.jump
    gloom:c c.sad"
    forest a.happy.give"

    snow:w b.joy.cheer" a.proud.hips c.happy.hold
    glow:c c.wink"
  `),
  ],
  editions: [
    {
      language: 'de',
      title: 'Fuchspost',
      credit: 'Greta Sommerfeld',
      daysAgo: 2,
      interest: 650,
      description: 'Frieda Flink stellt alles zu: Briefe, Päckchen, auch Schneestürme, wenn es sein muss.',
      titles: { en: 'Fox Post', es: 'Correo del zorro' },
      chapters: ['Der letzte Brief', 'Die Konkurrenz'],
      lines: [
        `Kein Berg zu hoch, kein Brief zu spät.
        Noch ein Brief, dann Feierabend!
        Mir schreibt ja doch keiner…
        Wo ist der Weg hin?
        Wusch!
        Die Post kommt durch!
        Außer vielleicht hier.
        Für dich! Mit Marke und Eiszapfen.
        Der ist ja von mir selbst. Von letztem Jahr!
        Und was steht drin?
        »Lade die Post zum Kakao ein.«`,
        `Neu im Tal: die Pinguinpost.
        Ich bin schneller.
        Du bist kürzer!
        Zisch!
        Achtung, Kante!
        Mein Paket ist zu schwer für mich.
        Dann tragen wir es zu zweit.
        Ein Paket von zwei Firmen!
        Fuchs und Frost. Klingt gut, oder?`,
      ],
    },
    {
      language: 'en',
      title: 'Fox Post',
      credit: 'Greta Sommerfeld',
      translated: true,
      group: 'lantern-letters',
      cover: 'burst',
      daysAgo: 4,
      interest: 800,
      description: 'Frieda Flink delivers everything: letters, parcels, and snowstorms if she must.',
      chapters: ['The last letter', 'The competition'],
      lines: [
        `No hill too high, no letter too late.
        One more letter and I'm done!
        Nobody ever writes to me…
        Where did the road go?
        Fwoosh!
        The post gets through!
        Except maybe here.
        For you! With a stamp and an icicle.
        It's from myself. From last year!
        What does it say?
        "Invite the post in for cocoa."`,
        `New in the valley: the penguin post.
        I am faster.
        You are shorter!
        Zip!
        Mind the edge!
        My parcel is too heavy for me.
        Then we carry it together.
        One parcel, two companies!
        Fox and Frost. Nice ring to it, no?`,
      ],
    },
    {
      language: 'es',
      title: 'Correo del zorro',
      credit: 'Greta Sommerfeld',
      translated: true,
      group: 'tinta-libre',
      cover: 'hero',
      daysAgo: 25,
      interest: 240,
      description: 'Frieda Flink lo entrega todo: cartas, paquetes y, si hace falta, tormentas de nieve.',
      chapters: ['La última carta', 'La competencia'],
      lines: [
        `Ni monte tan alto ni carta tan tarde.
        ¡Una carta más y a casa!
        A mí nunca me escribe nadie…
        ¿Dónde está el camino?
        ¡Fiuuu!
        ¡El correo siempre llega!
        Menos aquí, quizás.
        ¡Para ti! Con sello y carámbano.
        Es mía. ¡Del año pasado!
        ¿Y qué dice?
        «Invita al correo a un cacao.»`,
        `Novedad en el valle: correo pingüino.
        Yo soy más rápido.
        ¡Tú eres más bajito!
        ¡Zas!
        ¡Cuidado con el borde!
        Mi paquete pesa demasiado.
        Pues lo llevamos entre dos.
        ¡Un paquete de dos empresas!
        Zorro y Escarcha. Suena bien, ¿no?`,
      ],
    },
  ],
};
