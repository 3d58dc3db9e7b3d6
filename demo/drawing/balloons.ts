import type { DemoLanguage } from '../comic.ts';
import { toGrey } from './figure-look.ts';
import { balloonFace, horizontalBlock, lettered, titleFace, verticalBlock, type Block } from './lettering.ts';
import type { Palette } from './palettes.ts';
import { randomFrom } from './random.ts';
import { n, path, polygon } from './svg.ts';

/** How a balloon is drawn: round, spiked, a cloud, or a box of the narrator's. */
export type BalloonKind = 'say' | 'shout' | 'think' | 'caption';

/** A balloon before it has a place: its outer size and what draws it around (cx, cy) with a tail to (tx, ty). */
export type Balloon = {
  width: number;
  height: number;
  draw: (cx: number, cy: number, tail: { x: number; y: number } | null) => string;
};

/** Lays out one balloon's text so that the balloon is at most `limit` wide; `size` is the letter height wanted. */
export function balloon(
  text: string,
  kind: BalloonKind,
  language: DemoLanguage,
  palette: Palette,
  limit: number,
  size: number,
  vertical = false,
): Balloon {
  const face = balloonFace(language);
  const words = lettered(text, language);
  const scale = kind === 'shout' ? 1.18 : kind === 'caption' ? 0.92 : 1;
  const bulge = kind === 'caption' ? 1 : kind === 'shout' ? 1.36 : 1.26;
  let letters = size * scale * (face === 'hand' ? 1 : 1.1);
  const setAt = (letters: number, inner: number): Block =>
    vertical
      ? verticalBlock(
          words,
          face,
          letters,
          letters * Math.min(8, Math.max(3.2, Math.sqrt(Array.from(words).length * 2.2))),
        )
      : horizontalBlock(words, language, face, letters, Math.min(inner, squareness(words, language, letters)));
  const room = () => (limit - letters * 0.9) / bulge;
  let block = setAt(letters, room());
  while (block.width > room() + 1 && letters > size * 0.62) {
    letters *= 0.93;
    block = setAt(letters, room());
  }
  const pad = letters * (kind === 'caption' ? 1 : 0.8);
  const width = block.width * bulge + pad;
  const height = block.height * (vertical ? 1.2 : bulge) + pad * (kind === 'caption' ? 0.7 : 0.75);
  return {
    width,
    height,
    draw: (cx, cy, tail) =>
      drawn(kind, cx, cy, width, height, tail, palette, text) + path(block.d(cx, cy), palette.ink),
  };
}

/** The line length that makes a text about 2.2 times as wide as high. */
function squareness(text: string, language: DemoLanguage, size: number): number {
  const wide = language === 'zh' || language === 'ja' || language === 'ko';
  return Math.max(size * 4.2, Math.sqrt(text.length * size * (wide ? 1 : 0.6) * size * 1.3 * (wide ? 3 : 2.3)));
}

function drawn(
  kind: BalloonKind,
  cx: number,
  cy: number,
  w: number,
  h: number,
  tail: { x: number; y: number } | null,
  p: Palette,
  seed: string,
): string {
  if (kind === 'caption') {
    const fill = p.mono ? p.paper : lightness(p.pop2) > 130 ? p.pop2 : p.soft;
    return path(
      polygon([
        [cx - w / 2, cy - h / 2],
        [cx + w / 2, cy - h / 2 - 3],
        [cx + w / 2, cy + h / 2],
        [cx - w / 2, cy + h / 2 + 3],
      ]),
      fill,
      p.ink,
      4,
    );
  }
  const body =
    kind === 'shout' ? spikes(cx, cy, w, h, seed) : kind === 'think' ? puffs(cx, cy, w, h) : squircle(cx, cy, w, h);
  if (!tail) return path(body, p.paper, p.ink, 5);
  if (kind === 'think') return path(body, p.paper, p.ink, 5) + bubbles(cx, cy, h, tail, p);
  const point = tailPath(cx, cy, w, h, tail);
  return path(point, p.paper, p.ink, 5) + path(body, p.paper, p.ink, 5) + path(point, p.paper);
}

function lightness(colour: string): number {
  return parseInt(toGrey(colour).slice(5), 16);
}

function squircle(cx: number, cy: number, w: number, h: number): string {
  const points = 40;
  const at = (i: number) => {
    const a = (i / points) * 2 * Math.PI;
    const bend = (v: number) => Math.sign(v) * Math.abs(v) ** 0.78;
    return `${n(cx + (bend(Math.cos(a)) * w) / 2)},${n(cy + (bend(Math.sin(a)) * h) / 2)}`;
  };
  return `M${Array.from({ length: points }, (_, i) => at(i)).join('L')}Z`;
}

function spikes(cx: number, cy: number, w: number, h: number, seed: string): string {
  const r = randomFrom(seed);
  const count = Math.max(14, Math.round((w + h) / 34));
  let d = '';
  for (let i = 0; i < count; i++) {
    const [a, b] = [(i / count) * 2 * Math.PI, ((i + 0.5) / count) * 2 * Math.PI];
    const out = r.between(1.06, 1.2);
    d += `${i ? 'Q' + `${n(cx + Math.cos(a - 0.25 / count) * w * 0.47)},${n(cy + Math.sin(a - 0.25 / count) * h * 0.47)} ` : 'M'}${n(cx + Math.cos(a) * w * 0.49)},${n(cy + Math.sin(a) * h * 0.49)}L${n(cx + Math.cos(b) * w * 0.5 * out)},${n(cy + Math.sin(b) * h * 0.53 * out)}`;
  }
  return `${d}Z`;
}

function puffs(cx: number, cy: number, w: number, h: number): string {
  const count = Math.max(9, Math.round((w + h) / 60));
  let d = '';
  for (let i = 0; i <= count; i++) {
    const a = (i / count) * 2 * Math.PI;
    const [x, y] = [cx + Math.cos(a) * w * 0.47, cy + Math.sin(a) * h * 0.46];
    const r = ((w + h) / count) * 0.62;
    d += i ? `A${n(r)},${n(r)} 0 0 1 ${n(x)},${n(y)}` : `M${n(x)},${n(y)}`;
  }
  return `${d}Z`;
}

function tailPath(cx: number, cy: number, w: number, h: number, tail: { x: number; y: number }): string {
  const [dx, dy] = [tail.x - cx, tail.y - cy];
  const length = Math.hypot(dx, dy) || 1;
  const half = Math.min(20, w * 0.13);
  const root = Math.min(0.3, Math.abs(dx) / w) * w * Math.sign(dx);
  const [bx, by] = [cx + root, cy + Math.sign(dy || 1) * h * 0.3];
  const [px, py] = Math.abs(dy) > Math.abs(dx) * 0.4 ? [half, 0] : [(-dy / length) * half, (dx / length) * half];
  const [mx, my] = [(bx + tail.x) / 2, (by + tail.y) / 2];
  return `M${n(bx - px)},${n(by - py)}Q${n(mx - px * 0.9)},${n(my - py)} ${n(tail.x)},${n(tail.y)}Q${n(mx + px * 0.2)},${n(my + py)} ${n(bx + px)},${n(by + py)}Z`;
}

function bubbles(cx: number, cy: number, h: number, tail: { x: number; y: number }, p: Palette): string {
  const start = cy + (Math.sign(tail.y - cy) * h) / 2;
  return [0.25, 0.6, 0.92]
    .map((t, i) => {
      const r = 15 - i * 4;
      return `<circle cx="${n(cx + (tail.x - cx) * t)}" cy="${n(start + (tail.y - start) * t)}" r="${r}" fill="${p.paper}" stroke="${p.ink}" stroke-width="4"/>`;
    })
    .join('');
}

/** A sound drawn as big slanted letters around (cx, cy), at most `limit` wide. */
export function sound(
  text: string,
  language: DemoLanguage,
  palette: Palette,
  cx: number,
  cy: number,
  limit: number,
  turn: number,
): string {
  const face = titleFace(language, 'poster');
  let size = 110;
  let block = horizontalBlock(lettered(text, language), language, face, size, 9999);
  if (block.width > limit) {
    block = horizontalBlock(lettered(text, language), language, face, (size *= limit / block.width), 9999);
  }
  const d = block.d(0, 0);
  return `<g transform="translate(${n(cx)},${n(cy)}) rotate(${turn}) skewX(-8)">${path(d, palette.ink, palette.ink, 16)}${path(d, palette.paper, palette.paper, 7)}${path(d, palette.mono ? palette.ink : palette.pop)}</g>`;
}
