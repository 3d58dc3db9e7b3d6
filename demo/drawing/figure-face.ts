import type { Mood } from './figure-look.ts';
import { n, oval, path } from './svg.ts';

/** Where a face sits on its head and how it is inked. Lengths are in figure units (a head is about 100 wide). */
export type FaceFit = {
  ink: string;
  line: number;
  look: number;
  eyeY: number;
  gap: number;
  mouthY: number;
  eye?: number | undefined;
  cheek?: string | undefined;
  white?: string | undefined;
  beak?: boolean | undefined;
};

function eyes(mood: Mood, f: FaceFit): string {
  const { ink, line, look: x, eyeY: y, gap } = f;
  const s = f.eye ?? 1;
  const white = f.white ?? '#ffffff';
  const open = (side: number, tall = 1) =>
    oval(x + side * gap, y, 6.6 * s, 9.4 * s * tall, ink) +
    oval(x + side * gap + 2, y - 3.6 * s * tall, 2.5 * s, 3 * s * tall, white);
  const arc = (side: number, up: number) =>
    path(
      `M${n(x + side * gap - 8 * s)},${n(y + 3 * up)}Q${n(x + side * gap)},${n(y - 9 * up)} ${n(x + side * gap + 8 * s)},${n(y + 3 * up)}`,
      'none',
      ink,
      line * 1.3,
    );
  switch (mood) {
    case 'joy':
      return arc(-1, 1) + arc(1, 1);
    case 'sleepy':
      return arc(-1, -0.8) + arc(1, -0.8);
    case 'wink':
      return open(-1) + arc(1, 1);
    case 'shock':
    case 'scared':
      return [-1, 1]
        .map(
          (side) =>
            oval(x + side * gap, y - 1, 11 * s, 13 * s, white, ink, line * 0.8) +
            oval(x + side * gap + 1, y, 3.6 * s, 4.4 * s, ink),
        )
        .join('');
    case 'proud':
      return [-1, 1]
        .map(
          (side) =>
            open(side, 0.8) +
            path(`M${n(x + side * gap - 9 * s)},${n(y - 6 * s)}H${n(x + side * gap + 9 * s)}`, 'none', ink, line * 1.5),
        )
        .join('');
    case 'think':
      return [-1, 1]
        .map(
          (side) =>
            oval(x + side * gap, y, 8.5 * s, 10.5 * s, white, ink, line * 0.7) +
            oval(x + side * gap + 2.5, y - 4 * s, 4.4 * s, 5 * s, ink),
        )
        .join('');
    default:
      return open(-1) + open(1);
  }
}

function brows(mood: Mood, f: FaceFit): string {
  const s = f.eye ?? 1;
  const top = f.eyeY - 18 * s;
  const brow = (side: number, inner: number, outer: number) =>
    path(
      `M${n(f.look + side * (f.gap - 9))},${n(top + inner)}L${n(f.look + side * (f.gap + 8))},${n(top + outer)}`,
      'none',
      f.ink,
      f.line * 1.3,
    );
  switch (mood) {
    case 'angry':
      return brow(-1, 8, -3) + brow(1, 8, -3);
    case 'sad':
    case 'scared':
      return brow(-1, -6, 3) + brow(1, -6, 3);
    case 'shock':
      return brow(-1, -7, -5) + brow(1, -7, -5);
    case 'think':
      return brow(-1, -1, 0) + brow(1, -8, -5);
    case 'proud':
      return brow(-1, 1, -4) + brow(1, 1, -4);
    default:
      return '';
  }
}

function mouth(mood: Mood, f: FaceFit): string {
  const { ink, line, look: x, mouthY: y } = f;
  if (f.beak) return '';
  const open = (w: number, h: number) =>
    path(
      `M${n(x - w)},${n(y)}Q${n(x)},${n(y + 3)} ${n(x + w)},${n(y)}Q${n(x + w * 0.7)},${n(y + h)} ${n(x)},${n(y + h)}Q${n(x - w * 0.7)},${n(y + h)} ${n(x - w)},${n(y)}Z`,
      '#8c2f3a',
      ink,
      line,
    ) + oval(x, y + h * 0.74, w * 0.45, h * 0.2, '#ff8f8f');
  const curve = (w: number, bend: number) =>
    path(`M${n(x - w)},${n(y + 2)}Q${n(x)},${n(y + bend)} ${n(x + w)},${n(y + 2)}`, 'none', ink, line * 1.1);
  switch (mood) {
    case 'happy':
    case 'wink':
      return open(11, 11);
    case 'joy':
      return open(15, 17);
    case 'sad':
      return curve(10, -7);
    case 'shock':
      return oval(x, y + 6, 7, 10, '#8c2f3a', ink, line);
    case 'scared':
      return path(`M${n(x - 13)},${n(y + 3)}q4.3,-6 8.6,0t8.6,0t8.6,0`, 'none', ink, line * 1.1);
    case 'angry':
      return path(
        `M${n(x - 13)},${n(y + 6)}Q${n(x)},${n(y - 7)} ${n(x + 13)},${n(y + 6)}Q${n(x)},${n(y + 10)} ${n(x - 13)},${n(y + 6)}Z`,
        '#ffffff',
        ink,
        line,
      );
    case 'proud':
      return path(`M${n(x - 8)},${n(y + 4)}Q${n(x + 6)},${n(y + 7)} ${n(x + 13)},${n(y - 3)}`, 'none', ink, line * 1.1);
    case 'sleepy':
      return oval(x, y + 3, 4.5, 4, '#8c2f3a', ink, line * 0.8);
    case 'think':
      return path(`M${n(x - 6)},${n(y + 3)}L${n(x + 9)},${n(y + 1)}`, 'none', ink, line * 1.1);
    default:
      return curve(9, 9);
  }
}

/** Eyes, brows, mouth, cheeks, and the marks of strong feelings (a tear, a drop of sweat). */
export function face(mood: Mood, f: FaceFit): string {
  const cheeks =
    f.cheek && mood !== 'scared'
      ? [-1, 1]
          .map((side) =>
            oval(f.look * 0.8 + side * (f.gap + 11), f.eyeY + 16, 8.5, 5, f.cheek!, undefined, 0, 'fill-opacity=".75"'),
          )
          .join('')
      : '';
  const tear =
    mood === 'sad'
      ? path(`M${n(f.look - f.gap - 3)},${n(f.eyeY + 11)}q-7,11 0,14q7,-3 0,-14Z`, '#8fd4f5', f.ink, f.line * 0.6)
      : '';
  const sweat =
    mood === 'scared' || mood === 'shock' ? path(`M46,-30q-9,13 0,17q9,-4 0,-17Z`, '#bfe6f7', f.ink, f.line * 0.6) : '';
  return cheeks + eyes(mood, f) + brows(mood, f) + mouth(mood, f) + tear + sweat;
}
