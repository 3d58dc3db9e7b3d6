import type { Panel } from './storyboard.ts';
import type { Random } from './random.ts';

/** A panel's outline, and the upright box that surely lies inside it. Pixels of the page. */
export type Cell = { outline: [number, number][]; x: number; y: number; w: number; h: number };

/** How much room a panel wants beside the others. */
function weight(panel: Panel): number {
  const letters =
    panel.actors.reduce((sum, a) => sum + (a.speech?.text.length ?? 0), 0) + (panel.caption?.length ?? 0) * 0.7;
  return { w: 1.15, m: 0.9, c: 0.75 }[panel.shot] + Math.min(letters / 90, 0.9);
}

function rowLayouts(count: number): number[][] {
  if (count === 0) return [[]];
  return [1, 2, 3].filter((n) => n <= count).flatMap((n) => rowLayouts(count - n).map((rest) => [n, ...rest]));
}

/**
 * Divides a page among its panels in rows, as their shots and texts need: wide views get wide cells,
 * talk gets room. Some gutters slant. `rtl` puts the first panel of a row on the right.
 */
export function komawari(panels: Panel[], width: number, height: number, r: Random, rtl: boolean): Cell[] {
  const [margin, gutter] = [34, 16];
  const [w, h] = [width - margin * 2, height - margin * 2 - 14];
  const weights = panels.map(weight);
  let best: { rows: number[]; heights: number[]; score: number } | undefined;
  for (const rows of rowLayouts(panels.length)) {
    if (rows.length === 1 && panels.length > 1) continue;
    let at = 0;
    const tall = rows.map((n) => {
      const row = weights.slice(at, (at += n));
      return Math.max(...row) * 0.35 + (row.reduce((a, b) => a + b) / n ** 0.5) * 0.65;
    });
    const total = tall.reduce((a, b) => a + b);
    const heights = tall.map((t) => (t / total) * (h - gutter * (rows.length - 1)));
    let score = r.next() * 0.5;
    at = 0;
    rows.forEach((n, i) => {
      const row = panels.slice(at, at + n);
      const sum = weights.slice(at, at + n).reduce((a, b) => a + b);
      row.forEach((panel, j) => {
        const ratio = ((weights[at + j]! / sum) * w) / heights[i]!;
        const wish = panel.shot === 'w' ? 1.7 : panel.actors.length > 1 ? 1.4 : 1;
        score += Math.abs(Math.log(ratio / wish)) * (panel.shot === 'w' ? 1.4 : 1);
      });
      at += n;
    });
    if (!best || score < best.score) {
      best = { rows, heights, score };
    }
  }
  const cells: Cell[] = [];
  let top = margin;
  let index = 0;
  let slantAbove = 0;
  best!.rows.forEach((n, i) => {
    const rowHeight = best!.heights[i]!;
    const slantBelow = i < best!.rows.length - 1 && r.next() < 0.35 ? r.between(-16, 16) : 0;
    const sum = weights.slice(index, index + n).reduce((a, b) => a + b);
    const slants = Array.from({ length: n + 1 }, (_, j) =>
      j === 0 || j === n || r.next() < 0.45 ? 0 : r.between(10, 26) * r.pick([-1, 1]),
    );
    let left = margin;
    for (let j = 0; j < n; j++) {
      const cellWidth = (weights[index]! / sum) * (w - gutter * (n - 1));
      const edge = (x: number, slant: number) => slant * ((x - margin) / w - 0.5) * 2;
      const [a, b] = [slants[j]!, slants[j + 1]!];
      const [x1, x2, x3, x4] = [left + a, left + cellWidth + b, left + cellWidth - b, left - a];
      const bottom = top + rowHeight;
      let outline: [number, number][] = [
        [x1, top + edge(x1, slantAbove)],
        [x2, top + edge(x2, slantAbove)],
        [x3, bottom + edge(x3, slantBelow)],
        [x4, bottom + edge(x4, slantBelow)],
      ];
      let [x, inner] = [Math.max(x1, x4), Math.min(x2, x3) - Math.max(x1, x4)];
      if (rtl) {
        outline = outline.map(([px, py]): [number, number] => [width - px, py]);
        x = width - x - inner;
      }
      const y = Math.max(...outline.slice(0, 2).map((q) => q[1]));
      cells.push({ outline, x, y, w: inner, h: Math.min(...outline.slice(2).map((q) => q[1])) - y });
      left += cellWidth + gutter;
      index++;
    }
    top += rowHeight + gutter;
    slantAbove = slantBelow;
  });
  return cells;
}

/** Divides a page of a vertical comic: one panel under the other with wide pauses for the balloons between them. */
export function strip(panels: Panel[], width: number, height: number, r: Random): Cell[] {
  const pause = panels.map((p): number => (p.actors.some((a) => a.speech) ? 170 : 90));
  const room = height - pause.reduce((a, b) => a + b) - 60;
  const weights = panels.map((p) => weight(p) + 0.6);
  const sum = weights.reduce((a, b) => a + b);
  let top = 0;
  return panels.map((panel, i) => {
    top += pause[i]!;
    const h = (weights[i]! / sum) * room;
    const full = panel.shot === 'w' || r.next() < 0.4;
    const inset = full ? 0 : 44;
    const [left, right] = full ? [-8, -8] : r.next() < 0.5 ? [inset, -8] : [-8, inset];
    const tilt = r.next() < 0.4 ? r.between(-34, 34) : 0;
    const cell: Cell = {
      outline: [
        [left, top + tilt],
        [width - right, top - tilt],
        [width - right, top + h],
        [left, top + h],
      ],
      x: Math.max(0, left),
      y: top + Math.abs(tilt),
      w: width - Math.max(0, left) - Math.max(0, right),
      h: h - Math.abs(tilt),
    };
    top += h;
    return cell;
  });
}
