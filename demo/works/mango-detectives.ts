import { board, type Work } from '../work.ts';

/** Two children look for whoever steals mangoes. */
export const mangoDetectives: Work = {
  key: 'aam-ke-jasoos',
  palette: 'mustard',
  latin: 'poster',
  direction: 'ltr',
  status: 'ongoing',
  rating: 'safe',
  cover: { kind: 'burst', place: 'market', heroes: 'a.proud.hold b.happy.hips c.wink.stand' },
  cast: {
    a: {
      key: 'tara-bijli',
      head: 'human',
      skin: '#c98d63',
      hair: '#3a2018',
      hairStyle: 'braids',
      outfit: 'tunic',
      cloth: '#f2994a',
      cloth2: '#7b2d8b',
      extras: ['glasses'],
      prop: 'lens',
    },
    b: {
      key: 'golu',
      head: 'human',
      skin: '#a86d45',
      hair: '#1d1512',
      hairStyle: 'short',
      outfit: 'stripes',
      cloth: '#2f7f86',
      cloth2: '#d6402f',
      hat: 'cap',
      hatColour: '#d6402f',
      size: 0.92,
    },
    c: {
      key: 'bantu',
      head: 'bear',
      skin: '#9a6b4a',
      pale: '#f0d2a8',
      outfit: 'none',
      cloth: '#eeeeee',
      cloth2: '#2f7f86',
      extras: ['scarf'],
      size: 0.8,
    },
  },
  terms: {
    tag: ['mystery', 'comedy', 'city', 'cooking'],
    artist: ['rukmini-vasek'],
    author: ['dev-ashvin'],
    genre: ['detective-story'],
    category: ['comic'],
    publisher: ['neel-kitab'],
    platform: ['print'],
    relationship: ['siblings'],
    group: ['chitra-mandali'],
  },
  boards: [
    board(`
    market:w # b.shock.stand a.calm.stand
    market:c b.angry!
    dots a.proud.hold"

    market:w a.think.hold" b.think.ponder"
    speed:c a.shock *
    forest:w c.shock.hold

    forest c.sad.stand" a.happy.stand
    rays:w b.joy.cheer" a.joy.cheer c.joy.cheer
  `),
    board(`
    kitchen:w # a.happy.hold b.happy.stand
    kitchen:c b.shock"
    gloom a.proud.hips" c.scared.stand

    library:w a.think.ponder" b.sleepy.stand
    room c.wink.stand"
    rays:c a.joy"

    kitchen:w b.joy.hold c.joy.stand" a.happy.stand
    glow:c # b.wink
  `),
  ],
  editions: [
    {
      language: 'hi',
      title: 'आम के जासूस',
      credit: 'देव अश्विन, रुक्मिणी वासेक',
      daysAgo: 4,
      interest: 690,
      description: 'बाज़ार से रोज़ एक टोकरी आम गायब। तारा और गोलू अपने पहले मामले पर।',
      titles: { en: 'The Mango Detectives' },
      chapters: ['गायब टोकरी', 'अचार का राज़'],
      lines: [
        `आज फिर एक टोकरी गायब!
        मेरे आम कहाँ गए?!
        यह मामला हमारा है, गोलू।
        पैरों के बड़े निशान!
        और जामुन की खुशबू…
        खर्र!
        माफ़ करना, मुझे भूख लगी थी।
        चलो, सब मिलकर खाते हैं!`,
        `दादी की रसोई में नया मामला।
        अचार का मर्तबान खाली!
        सब पर शक है।
        सुराग: मीठी मूँछें।
        वह अचार नहीं, मुरब्बा था!
        तो अचार किसने खाया?
        पता नहीं, पर और है?
        दादी की मूँछ पर हल्दी थी।`,
      ],
    },
    {
      language: 'en',
      title: 'The Mango Detectives',
      credit: 'Dev Ashvin & Rukmini Vasek',
      translated: true,
      group: 'lantern-letters',
      cover: 'split',
      daysAgo: 10,
      interest: 410,
      description: 'A basket of mangoes vanishes from the market every day. Tara and Golu take their first case.',
      chapters: ['The missing basket', 'The pickle affair'],
      lines: [
        `Another basket gone today!
        Where are my mangoes?!
        This case is ours, Golu.
        Big footprints!
        And a smell of berries…
        Snore!
        Sorry. I was hungry.
        Come on, we'll share them!`,
        `A new case in Grandmother's kitchen.
        The pickle jar is empty!
        Everyone is a suspect.
        Clue: a sweet moustache.
        That was jam, not pickle!
        Then who ate the pickle?
        No idea. Is there more?
        Grandmother had turmeric on her chin.`,
      ],
    },
  ],
};
