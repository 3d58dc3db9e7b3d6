import { board, type Work } from '../work.ts';

/** An octopus conducts eight instruments at once. */
export const octopusOrchestra: Work = {
  key: 'orkestra-gurita',
  palette: 'grape',
  latin: 'chunky',
  direction: 'ltr',
  status: 'complete',
  rating: 'safe',
  cover: { kind: 'portrait', place: 'theatre', heroes: 'a.joy.cheer' },
  cast: {
    a: {
      key: 'maestro-guri',
      head: 'octopus',
      skin: '#ff7048',
      pale: '#ffd9c2',
      outfit: 'none',
      cloth: '#9fa8e8',
      cloth2: '#ffd64f',
      hat: 'bow',
      hatColour: '#2b2d72',
      prop: 'baton',
    },
    b: {
      key: 'pinggu',
      head: 'penguin',
      skin: '#2b2d72',
      pale: '#ffffff',
      outfit: 'none',
      cloth: '#eeeeee',
      cloth2: '#ffb13d',
      extras: ['scarf'],
      prop: 'note',
      size: 0.75,
    },
  },
  terms: {
    tag: ['music', 'sea', 'comedy', 'animals'],
    artist: ['sekar-widya'],
    author: ['bayu-lintang'],
    genre: ['everyday-life'],
    category: ['comic'],
    publisher: ['rumah-komik-kencana'],
    platform: ['web'],
    relationship: ['colleagues'],
  },
  boards: [
    board(`
    theatre:w # a.proud.hold
    theatre b.scared.stand"
    theatre:c a.happy"

    theatre:w a.joy.hold * b.shock.stand
    speed:c b.scared!
    theatre a.shock.stand"

    depths:w b.sad.sit" a.calm.stand
    glow:c a.happy"
    theatre:w b.joy.cheer! a.joy.hold

    rays:w # a.joy.hold b.joy.cheer
    glow:c b.wink"
  `),
  ],
  editions: [
    {
      language: 'id',
      title: 'Orkestra Gurita',
      credit: 'Bayu Lintang & Sekar Widya',
      daysAgo: 1,
      interest: 450,
      description: 'Delapan alat musik, satu dirigen, dan seekor pinguin yang selalu salah nada.',
      titles: { en: 'Octopus Orchestra', fr: 'L’Orchestre de la pieuvre' },
      lines: [
        `Malam pertama di Teater Laut.
        Maestro, aku lupa nadanya!
        Tenang, aku punya delapan tangan.
        Jreng!
        Itu nada yang salah!
        Penonton… diam?
        Semua gara-gara aku.
        Nada salahmu itu baru. Ulangi!
        Sekali lagi!
        Mereka berdiri dan bertepuk sirip.
        Aku tetap lupa nadanya.`,
      ],
    },
    {
      language: 'fr',
      title: 'L’Orchestre de la pieuvre',
      credit: 'Bayu Lintang et Sekar Widya',
      translated: true,
      group: 'atelier-croissant',
      cover: 'burst',
      daysAgo: 31,
      interest: 200,
      description: 'Huit instruments, un seul chef, et un manchot qui joue toujours à côté.',
      lines: [
        `Premier soir au théâtre de la Mer.
        Maître, j’ai oublié ma note !
        Du calme, j’ai huit bras.
        Dzing !
        C’était la mauvaise !
        Le public… se tait ?
        Tout est de ma faute.
        Ta fausse note est neuve. Rejoue-la !
        Encore une fois !
        Ils se sont levés, nageoires battantes.
        Je ne sais toujours pas ma note.`,
      ],
    },
  ],
};
