import type { DemoTerm } from '../comic.ts';
import { figure } from './figure.ts';
import type { HairStyle, Look, Mood } from './figure-look.ts';
import { palettes } from './palettes.ts';
import { crownHeight } from './panel.ts';
import { randomFrom, type Random } from './random.ts';
import { box, Canvas, dotScreen, mix, oval } from './svg.ts';
import { works } from '../works.ts';

const SIDE = 400;
/** From the middle of a head down to the chest, in figure units. */
const BUST = 92;
const MARGIN = 12;
/** Room for what stands up from a hat or a head. */
const ABOVE = 14;

const SKINS = ['#f6d3b8', '#e8b48c', '#c98d63', '#9a6240', '#6d442c'] as const;
const HAIRS = ['#2d1d2e', '#5b3a29', '#a8642f', '#d9b25f', '#8b8f9e', '#3b4a7a'] as const;
const CLOTHES = ['#d9694f', '#3ba6a0', '#5a62c8', '#e8c13c', '#8a6bd6', '#4f9d69'] as const;
const STYLES: Record<NonNullable<DemoTerm['gender']>, readonly HairStyle[]> = {
  female: ['bob', 'long', 'bun', 'pony', 'braids'],
  male: ['short', 'spiky', 'curly'],
  other: ['short', 'bob', 'curly'],
};

/** The portrait of a character, an artist or an author as a square SVG, always the same; null of those who have none. */
export function drawPortrait(term: DemoTerm): string | null {
  if (term.kind === 'character') {
    const work = works.find(({ cast }) => Object.values(cast).some(({ key }) => key === term.key));
    const look = Object.values(work?.cast ?? {}).find(({ key }) => key === term.key);
    return work && look ? drawn(look, palettes[work.palette === 'mono' ? 'rose' : work.palette], 'happy') : null;
  }
  // Not everyone shows their face.
  const random = randomFrom(`portrait ${term.key}`);
  return (term.kind === 'artist' || term.kind === 'author') && random.next() < 0.7
    ? drawn(invented(term, random), palettes.rose, 'calm')
    : null;
}

function invented({ gender = 'other' }: DemoTerm, random: Random): Look {
  return {
    head: 'human',
    skin: random.pick(SKINS),
    hair: random.pick(HAIRS),
    hairStyle: random.pick(STYLES[gender]),
    outfit: random.pick(['tunic', 'hoodie', 'coat', 'stripes']),
    cloth: random.pick(CLOTHES),
    cloth2: random.pick(CLOTHES),
    extras: random.next() < 0.4 ? ['glasses'] : [],
    ...(random.next() < 0.25 ? { hat: 'beret', hatColour: random.pick(CLOTHES) } : {}),
  };
}

function drawn(look: Look, { ink, pop, pop2, paper }: (typeof palettes)['rose'], mood: Mood): string {
  const k = new Canvas(SIDE, SIDE);
  const size = look.size ?? 1;
  const crown = crownHeight(look) / size + ABOVE;
  const scale = (SIDE - MARGIN) / (crown + BUST);
  return k.svg(
    box(0, 0, SIDE, SIDE, pop2) +
      dotScreen(0, 0, SIDE, SIDE, mix(pop2, pop, 0.4), 20, 0.55) +
      oval(SIDE / 2, SIDE * 0.62, SIDE * 0.42, SIDE * 0.42, mix(pop, paper, 0.75)) +
      figure(look, SIDE / 2, MARGIN + crown * scale, { mood, pose: 'stand', scale: scale / size, ink }),
  );
}
