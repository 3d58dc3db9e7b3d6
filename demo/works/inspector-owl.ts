import { board, type Work } from '../work.ts';

/** An inspector solves five small cases. */
export const inspectorOwl: Work = {
  key: 'inspectora-buho',
  palette: 'night',
  latin: 'block',
  direction: 'ltr',
  status: 'ongoing',
  rating: 'safe',
  premium: true,
  cover: { kind: 'moon', place: 'city', heroes: 'a.proud.hold' },
  cast: {
    a: {
      key: 'inspectora-lechuza',
      head: 'owl',
      skin: '#8d6b4f',
      pale: '#f3e2c4',
      outfit: 'coat',
      cloth: '#b08d57',
      cloth2: '#2b3b5e',
      hat: 'cap',
      hatColour: '#b08d57',
      prop: 'lens',
    },
    b: {
      key: 'agente-tuerca',
      head: 'robot',
      skin: '#c9d3dc',
      pale: '#ffd86b',
      outfit: 'none',
      cloth: '#dddddd',
      cloth2: '#5fd4c6',
      prop: 'lantern',
      size: 0.92,
    },
    c: {
      key: 'gato-silvestre',
      head: 'cat',
      skin: '#2d2f45',
      pale: '#dfe3f2',
      outfit: 'coat',
      cloth: '#7a2e3a',
      cloth2: '#ffb838',
      prop: 'parcel',
    },
  },
  terms: {
    tag: ['mystery', 'city', 'night', 'animals', 'robots'],
    artist: ['berta-solana'],
    author: ['iker-montalt'],
    genre: ['detective-story'],
    category: ['comic'],
    publisher: ['casa-mandacaru'],
    platform: ['print', 'mobile'],
    relationship: ['colleagues', 'rivals'],
    group: ['tinta-libre'],
  },
  boards: [
    board(`
    city:w # a.calm.hold
    library b.scared.hold" a.proud.hold"
    glow:c a.wink"

    rooftops:w * c.shock.run a.happy.fly"
    room:c c.sad"
    city:w # a.happy.hold b.joy.cheer
    `),
    board(`
    train:w # a.think.sit b.calm.stand
    train b.shock.point! a.calm.sit
    dots:c a.proud"

    train:w c.wink.hold" a.angry.hips"
    glow:c # b.joy
    `),
    board(`
    theatre:w # c.proud.hold
    theatre:c * a.shock
    theatre:w b.scared.hold" a.think.hold"

    gloom c.scared.stand"
    rays:w a.joy.cheer" c.joy.stand b.joy.cheer
    `),
    board(`
    harbour:w # a.think.hold b.happy.hold
    harbour:c b.shock"
    sea:w * c.scared.hold

    sea a.happy.fly!
    harbour:w c.happy.give" a.shock.stand
    `),
    board(`
    snow:w # b.sad.stand a.calm.stand
    snow c.happy.hold" b.shock.stand
    glow:c a.happy"

    room:w a.joy.hold b.joy.cheer c.joy.hold"
    city:w # a.happy.sit c.happy.sit
    `),
  ],
  editions: [
    {
      language: 'es',
      title: 'La inspectora Lechuza',
      credit: 'Iker Montalt y Berta Solana',
      daysAgo: 0,
      interest: 830,
      description: 'De noche, la ciudad hace preguntas. La inspectora Lechuza tiene todo el turno para responder.',
      titles: { en: 'Inspector Owl', fr: 'L’Inspectrice Chouette', de: 'Inspektorin Eule', pt: 'A inspetora Coruja' },
      chapters: ['El reloj', 'El vagón seis', 'La ópera', 'La marea', 'El regalo'],
      lines: [
        `La ciudad dormía. Yo no: soy lechuza.
      ¡Falta el reloj de la torre!
      Nadie roba la hora dos veces.
      Sígueme sin hacer ruido.
      ¡Tac!
      Buenas noches, Silvestre.
      Solo quería dormir más.
      Caso cerrado a las doce. Más o menos.`,
        `Vagón seis, ventana, sin café.
      ¡Han robado el café!
      Elemental: huele a café en el asiento nueve.
      ¿Quiere usted una taza?
      ¡Otra vez tú!
      Era descafeinado. Lo dejamos ir.`,
        `Noche de estreno. Silvestre canta.
      ¡Crac!
      ¡La lámpara se ha roto!
      La rompió… un agudo.
      Fui yo. Desafiné.
      ¡Desafinaste de maravilla!`,
        `La marea se llevó el faro. Eso decían.
      ¡Sigue ahí, pero apagado!
      ¡Splash!
      ¡Agárrate a mi ala!
      Gracias. La bombilla era para ti.`,
        `Fin de año. Nadie roba nada.
      Os he traído una tarta.
      ¿Robada? No. Horneada.
      ¡Feliz año, inspectora!
      Y esa noche la ciudad no preguntó nada.`,
      ],
    },
  ],
};
