import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';

/** The letterings there are. All are OFL faces from npm; none of the machine's own fonts is ever used. */
export type Face =
  | 'hand'
  | 'chunky'
  | 'poster'
  | 'block'
  | 'arabic'
  | 'arabicTitle'
  | 'devanagari'
  | 'devanagariTitle'
  | 'chinese'
  | 'japanese'
  | 'korean'
  | 'koreanTitle';

const packages: Record<Face, { name: string; weight: number; fallback?: Face }> = {
  hand: { name: 'balsamiq-sans', weight: 700 },
  chunky: { name: 'lilita-one', weight: 400, fallback: 'hand' },
  poster: { name: 'bangers', weight: 400, fallback: 'hand' },
  block: { name: 'dela-gothic-one', weight: 400, fallback: 'japanese' },
  arabic: { name: 'baloo-bhaijaan-2', weight: 700 },
  arabicTitle: { name: 'lalezar', weight: 400 },
  devanagari: { name: 'baloo-2', weight: 700 },
  devanagariTitle: { name: 'modak', weight: 400, fallback: 'devanagari' },
  chinese: { name: 'zcool-kuaile', weight: 400, fallback: 'hand' },
  japanese: { name: 'yusei-magic', weight: 400, fallback: 'hand' },
  korean: { name: 'jua', weight: 400, fallback: 'hand' },
  koreanTitle: { name: 'black-han-sans', weight: 400, fallback: 'korean' },
};

/** A file of a face; its font is held weakly, since fonts are large. */
type Slice = { file: string; ranges: [number, number][]; font?: WeakRef<Font> };

const require = createRequire(import.meta.url);
const loaded = new Map<Face, Slice[]>();

function loadSlices(face: Face): Slice[] {
  const known = loaded.get(face);
  if (known) return known;
  const { name, weight } = packages[face];
  const folder = dirname(require.resolve(`@fontsource/${name}/unicode.json`));
  const unicode: Record<string, string> = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  const slices = Object.entries(unicode).map(([key, list]): Slice => ({
    file: join(folder, 'files', `${name}-${key.replace(/[[\]]/g, '')}-${weight}-normal.woff2`),
    ranges: list.split(',').map((part) => {
      const [low, high = low] = part.replace('U+', '').split('-');
      return [parseInt(low!, 16), parseInt(high!, 16)];
    }),
  }));
  loaded.set(face, slices);
  return slices;
}

function loadFont(slice: Slice): Font {
  const known = slice.font?.deref();
  if (known) return known;
  const font = create(readFileSync(slice.file));
  // fontkit keeps the first object made for a glyph. Made as a part of another glyph it knows no character, and shaping would
  // no longer join it: so every character's glyph is made first.
  for (const codePoint of font.characterSet) {
    font.glyphForCodePoint(codePoint);
  }
  slice.font = new WeakRef(font);
  return font;
}

/**
 * The font file of `face` that has this character, or of the face it falls back to; null when none has.
 * `preferred` wins where it has the character too, so that a word keeps to one file and stays shaped as one.
 */
export function fontFor(face: Face, codePoint: number, preferred?: Font): Font | null {
  if (preferred?.hasGlyphForCodePoint(codePoint)) return preferred;
  for (const slice of loadSlices(face)) {
    if (!slice.ranges.some(([low, high]) => codePoint >= low && codePoint <= high)) continue;
    const font = loadFont(slice);
    if (font.hasGlyphForCodePoint(codePoint)) return font;
  }
  const { fallback } = packages[face];
  return fallback ? fontFor(fallback, codePoint) : null;
}
