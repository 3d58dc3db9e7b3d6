/** A side of the drawing. */
const SIDE = 192;

/** The lettering that has a script; any other is Latin or Cyrillic, or drawn as an empty page. */
const FACES = [[/\p{Script=Arabic}/u, 'arabic'], [/\p{Script=Devanagari}/u, 'devanagari'], [/\p{Script=Han}/u, 'chinese'], [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'japanese'], [/\p{Script=Hangul}/u, 'korean']] as const;

/** The letter of a site without a logo on a page of its own, as SVG in outlines: no font has to be there where it is shown. */
export async function letterDrawing(letter: string): Promise<string> {
  // Fonts are large, and few sites need one.
  const { outline } = await import('../demo/lettering.ts');
  const face = FACES.find(([script]) => script.test(letter))?.[1] ?? 'hand';
  const size = Math.min(128, 140 / Math.max(outline(letter, face, 1).width, 0.5));
  const { width, d } = outline(letter, face, size);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><rect x="20" width="152" height="${SIDE}" rx="20" fill="#eceef2"/>`
    + `<path d="M20 166h152v6a20 20 0 0 1-20 20H40a20 20 0 0 1-20-20z" fill="#ff5a3c"/><path d="${d((SIDE - width) / 2, 86 + size * 0.35)}" fill="#0e0f12"/></svg>`;
}
