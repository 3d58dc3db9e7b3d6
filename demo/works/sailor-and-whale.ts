import { board, type Work } from '../work.ts';

/** A sailor meets a whale that has lost its song. */
export const sailorAndWhale: Work = {
  key: 'o-marinheiro-e-a-baleia',
  palette: 'lagoon',
  latin: 'poster',
  direction: 'ltr',
  status: 'complete',
  rating: 'safe',
  cover: { kind: 'band', place: 'sea', heroes: 'a.happy.wave b.joy.stand' },
  cast: {
    a: {
      key: 'zeca-mare',
      head: 'human',
      skin: '#8d5a3c',
      hair: '#231815',
      hairStyle: 'curly',
      outfit: 'stripes',
      cloth: '#274b7a',
      cloth2: '#e8503a',
      hat: 'sailor',
      hatColour: '#274b7a',
      prop: 'net',
    },
    b: {
      key: 'dona-onda',
      head: 'octopus',
      skin: '#7a5fd0',
      pale: '#d9cfff',
      outfit: 'none',
      cloth: '#9fa8e8',
      cloth2: '#ffdb57',
      prop: 'note',
    },
  },
  terms: {
    tag: ['sea', 'music', 'adventure'],
    artist: ['caio-brandim'],
    author: ['lia-sereno'],
    genre: ['adventure-story'],
    category: ['comic'],
    publisher: ['casa-mandacaru'],
    platform: ['print'],
    relationship: ['friends'],
  },
  boards: [
    board(`
    sea:w # a.happy.hold
    harbour a.think.ponder"
    depths:c b.sad"

    sea:w b.sad.stand" a.shock.stand
    glow:c a.happy"
    rays:c * a.joy.cheer

    depths:w b.think.hold"
    sea a.joy.cheer" b.joy.stand
    speed:w * b.joy.hold

    harbour:w # a.joy.wave b.happy.stand
    sea:c a.wink"
  `),
  ],
  editions: [
    {
      language: 'pt',
      title: 'O marinheiro e a onda',
      credit: 'Lia Sereno e Caio Brandim',
      daysAgo: 2,
      interest: 510,
      description: 'O mar ficou mudo. Zeca Maré pega a rede e vai procurar a canção perdida.',
      titles: { en: 'The Sailor and the Wave', es: 'El marinero y la ola' },
      lines: [
        `Naquela manhã, o mar não cantou.
        Que silêncio esquisito…
        Perdi a minha música.
        Eu cantava as marés. Esqueci a nota!
        Eu sei uma do meu avô.
        Lá-lá-lá!
        Espera… agora é grave.
        Isso! E de novo!
        Tchuááá!
        E a maré voltou, afinada.
        Ainda cantamos aos domingos.`,
      ],
    },
    {
      language: 'es',
      title: 'El marinero y la ola',
      credit: 'Lia Sereno y Caio Brandim',
      translated: true,
      group: 'tinta-libre',
      cover: 'moon',
      daysAgo: 14,
      interest: 260,
      description: 'El mar se ha quedado mudo. Zeca Maré toma su red y sale a buscar la canción perdida.',
      lines: [
        `Aquella mañana el mar no cantó.
        Qué silencio tan raro…
        He perdido mi música.
        Yo cantaba las mareas. ¡Olvidé la nota!
        Yo sé una de mi abuelo.
        ¡La-la-la!
        Espera… ahora más grave.
        ¡Eso! ¡Otra vez!
        ¡Chuaaas!
        Y la marea volvió, afinada.
        Todavía cantamos los domingos.`,
      ],
    },
  ],
};
