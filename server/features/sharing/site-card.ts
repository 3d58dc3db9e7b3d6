import { SHARE_SIZE } from '#contract/sharing.ts';
import type { Drawing } from '#server/images/drawing/drawing.ts';

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;
/** Side of the tile with the letter. */
const TILE = 230;
/** The product's colours in the dark (web/ui/styles/tokens.css). */
const COLOURS = { ground: '#0e0f12', panel: '#1a1c21', accent: '#ff5a3c', onAccent: '#1a0b07', text: '#eceef2' };

/** The picture of a site for link previews, as PNG: its letter on a tile, before panels, and its name. Letters that no font has are left out. */
export function drawSiteCard(
  drawing: Pick<Drawing, 'draw'>,
  { name, letter }: { name: string; letter: string },
): Promise<Buffer> {
  const [x, y] = [(WIDTH - TILE) / 2, 116];
  return drawing.draw(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="100%" height="100%" fill="${COLOURS.ground}"/>
<path d="M40 40H430V300L40 352ZM40 382 430 330V590H40ZM770 40H1160V268L770 320ZM770 350 1160 298V590H770Z" fill="${COLOURS.panel}"/>
<rect x="${x}" y="${y}" width="${TILE}" height="${TILE}" rx="44" fill="${COLOURS.accent}"/></svg>`,
    [
      { text: letter, x: WIDTH / 2, y: y + TILE / 2, width: TILE * 0.8, size: TILE * 0.62, colour: COLOURS.onAccent },
      { text: name, x: WIDTH / 2, y: 455, width: 1000, size: 92, colour: COLOURS.text },
    ],
  );
}
