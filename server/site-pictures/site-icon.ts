import type { Drawing } from '#server/images/drawing/drawing.ts';

/** A side of the picture in pixels. */
const SIDE = 512;

/** The letter of a site without a logo on a page of its own, as PNG. One that no font has is an empty page. */
export function drawLetter(drawing: Pick<Drawing, 'draw'>, letter: string): Promise<Buffer> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 192 192"><rect x="20" width="152" height="192" rx="20" fill="#eceef2"/>` +
    '<path d="M20 166h152v6a20 20 0 0 1-20 20H40a20 20 0 0 1-20-20z" fill="#ff5a3c"/></svg>';
  return drawing.draw(svg, [
    { text: letter, x: SIDE / 2, y: SIDE * 0.43, width: SIDE * 0.72, size: SIDE * 0.66, colour: '#0e0f12' },
  ]);
}
