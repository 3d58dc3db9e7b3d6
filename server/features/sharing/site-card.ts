import { SHARE_SIZE } from '#contract/share-pictures.ts';
import type { Face } from '#server/demo/fonts.ts';
import { missingCharacters, outline } from '#server/demo/lettering.ts';

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;
/** Side of the tile with the letter, and how much of it the letter fills. */
const TILE = 230;
const FILLED = 0.62;
/** Most pixels of the name: its height, its width. */
const NAME = { height: 92, width: 1000 };
/** The product's colours in the dark (web/ui/styles/tokens.css). */
const COLOURS = { ground: '#0e0f12', panel: '#1a1c21', accent: '#ff5a3c', onAccent: '#1a0b07', text: '#eceef2' };

/** The picture of a site for link previews, as SVG without text: its letter on a tile, before panels, and its name. Letters that no face has are left out. */
export function siteCard({ name, letter }: { name: string; letter: string }): string {
  const [x, y] = [(WIDTH - TILE) / 2, 116];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="100%" height="100%" fill="${COLOURS.ground}"/>
<path d="M40 40H430V300L40 352ZM40 382 430 330V590H40ZM770 40H1160V268L770 320ZM770 350 1160 298V590H770Z" fill="${COLOURS.panel}"/>
<rect x="${x}" y="${y}" width="${TILE}" height="${TILE}" rx="44" fill="${COLOURS.accent}"/>
${lettering(letter, WIDTH / 2, y + TILE / 2, { height: TILE * FILLED, width: TILE * 0.8 }, COLOURS.onAccent)}
${lettering(name, WIDTH / 2, 455, NAME, COLOURS.text)}</svg>`;
}

/** A line of text as outlines around a place, as large as fits. */
function lettering(text: string, x: number, y: number, most: { height: number; width: number }, colour: string): string {
  const face = faceOf(text);
  const missing = missingCharacters(text, face);
  const drawn = Array.from(text).filter((character) => !missing.includes(character)).join('').trim();
  if (drawn === '') { return ''; }
  const line = (size: number) => outline(drawn, face, size, /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(drawn));
  const size = Math.min(most.height, (most.height * most.width) / line(most.height).width);
  const { width, d } = line(size);
  return `<path d="${d(x - width / 2, y + size * 0.35)}" fill="${colour}"/>`;
}

/** The letterings that fit a script. */
function faceOf(text: string): Face {
  const faces: [RegExp, Face][] = [
    [/\p{Script=Arabic}/u, 'arabicTitle'], [/\p{Script=Devanagari}/u, 'devanagariTitle'], [/\p{Script=Hangul}/u, 'koreanTitle'],
    [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'japanese'], [/\p{Script=Han}/u, 'chinese'], [/\p{Script=Cyrillic}/u, 'block'],
  ];
  return faces.find(([script]) => script.test(text))?.[1] ?? 'chunky';
}
