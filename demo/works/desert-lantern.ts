import { board, type Work } from '../work.ts';

/** A girl walks a lantern through the desert. */
export const desertLantern: Work = {
  key: 'qandil-as-sahra',
  palette: 'desert',
  latin: 'chunky',
  direction: 'rtl',
  status: 'complete',
  rating: 'safe',
  cover: { kind: 'hero', place: 'desert', heroes: 'a.happy.hold' },
  cast: {
    a: {
      key: 'salma',
      head: 'human',
      skin: '#d9a078',
      hair: '#1f8f8b',
      hairStyle: 'hijab',
      outfit: 'robe',
      cloth: '#2b7a78',
      cloth2: '#f2d15c',
      prop: 'lantern',
    },
    b: {
      key: 'the-old-star-reader',
      head: 'human',
      skin: '#a86d45',
      hair: '#f2f0ea',
      hairStyle: 'short',
      outfit: 'robe',
      cloth: '#f6ead2',
      cloth2: '#b5473c',
      hat: 'turban',
      hatColour: '#fffaf0',
      extras: ['beard'],
      prop: 'book',
    },
    c: {
      key: 'rimal',
      head: 'fox',
      skin: '#e8c48a',
      pale: '#fff5e0',
      outfit: 'none',
      cloth: '#eeeeee',
      cloth2: '#1f9e9a',
      extras: ['scarf'],
      size: 0.7,
    },
  },
  terms: {
    tag: ['desert', 'night', 'adventure', 'animals'],
    artist: ['yusuf-nadim'],
    author: ['hala-karam'],
    genre: ['fairy-tale'],
    category: ['comic'],
    publisher: ['dar-al-waraq'],
    platform: ['print', 'web'],
    group: ['warsh-team'],
    relationship: ['teacher-and-pupil'],
  },
  boards: [
    board(`
    desert:w # a.happy.hold
    desert a.calm.stand" c.happy.stand
    gloom:c a.scared *

    desert:w c.sad.stand a.sad.sit"
    glow:c a.shock"
    desert:w b.calm.hold" a.think.stand

    heights:w b.happy.point"
    glow:c a.joy"
    desert:w c.joy.run a.joy.run!

    market:w # a.happy.hold b.happy.stand c.happy.stand
    glow:c a.wink"
  `),
  ],
  editions: [
    {
      language: 'ar',
      title: 'قنديل الصحراء',
      credit: 'هالة كرم ويوسف نديم',
      daysAgo: 1,
      interest: 870,
      description: 'تحمل سلمى قنديلا إلى المدينة البعيدة، لكن الريح تطفئه في منتصف الطريق.',
      titles: { en: 'The Desert Lantern', fr: 'La Lanterne du désert' },
      lines: [
        `من الواحة إلى المدينة سبع ليال.
        لا تخف يا رمال، معنا ضوء.
        هووو!
        انطفأ القنديل…
        من هناك؟
        الضوء كثير، ارفعي رأسك.
        كل نجمة قنديل لا ينطفئ.
        تلك تشبه ثعلبا!
        هيا بنا، أعرف الطريق!
        ووصل القنديل مع الفجر.
        كان ثقيلا، لكنه جميل.`,
      ],
    },
    {
      language: 'en',
      title: 'The Desert Lantern',
      credit: 'Hala Karam & Yusuf Nadim',
      translated: true,
      group: 'lantern-letters',
      cover: 'frame',
      daysAgo: 21,
      interest: 350,
      description: 'Salma carries a lantern to the far city, and halfway there the wind blows it out.',
      lines: [
        `From the oasis to the city: seven nights.
        Don't worry, Rimal. We have light.
        Hoooo!
        It has gone out…
        Who is there?
        There is plenty of light. Look up.
        Every star is a lantern no wind can reach.
        That one looks like a fox!
        Come on, I know the way!
        The lantern arrived with the dawn.
        It was heavy. But pretty.`,
      ],
    },
  ],
};
