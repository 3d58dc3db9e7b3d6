import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { fontCharacters } from './font-characters.ts';
import { FONTS } from './fonts.ts';

/** A line of text around a place of a picture, in its pixels: at most `width` wide, `size` an em high where it has the room. */
export interface Line {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  /** `#rrggbb`. */
  colour: string;
}

/** The face of a script; any other is Latin. What a face lacks is set in the next one that has it. */
const FACES: [script: RegExp, family: string][] = [
  [/\p{Script=Arabic}/u, 'Lalezar'],
  [/\p{Script=Devanagari}/u, 'Modak'],
  [/\p{Script=Hangul}/u, 'Jua'],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'Yusei Magic'],
  [/\p{Script=Han}/u, 'ZCOOL KuaiLe'],
  [/\p{Script=Cyrillic}/u, 'Dela Gothic One'],
];
const LATIN = 'Lilita One';
const HAND = 'Balsamiq Sans';

let known: Set<number> | undefined;

/** The text without the characters that no font has. */
function drawable(text: string): string {
  known ??= readdirSync(FONTS)
    .filter((name) => name.endsWith('.ttf'))
    .map((name) => fontCharacters(readFileSync(join(FONTS, name))))
    .reduce((all, each) => all.union(each));
  return Array.from(text)
    .filter((character) => known!.has(character.codePointAt(0)!))
    .join('')
    .trim();
}

/**
 * Promises a line as a picture to lay over another, null where no font has any of its characters. It is set in the fonts of `FONTS`, in a
 * process that was started with their configuration.
 */
export async function letteredLine({ text, x, y, width, size, colour }: Line): Promise<OverlayOptions | null> {
  const shown = drawable(text);
  if (shown === '') return null;
  const family = FACES.find(([script]) => script.test(shown))?.[1] ?? LATIN;
  const set = (em: number) =>
    sharp({
      text: {
        text: `<span foreground="${colour}">${escaped(shown)}</span>`,
        font: `${family}, ${HAND} ${em.toFixed(2)}`,
        dpi: 72,
        rgba: true,
        wrap: 'none',
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  let line = await set(size);
  if (line.info.width > width) {
    line = await set((size * width) / line.info.width);
  }
  return { input: line.data, left: Math.round(x - line.info.width / 2), top: Math.round(y - line.info.height / 2) };
}

/** Pango reads its text as markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
