import type { Box, Picture } from './analysis-picture.ts';

/** How far the pixels of a row may lie apart in each channel for it to be plain. */
const PLAIN = 20;
/** A gutter of a strip is at least this much of its width, a panel this much. */
const LEAST_GUTTER = 0.01;
const LEAST_PANEL = 0.12;

/** Promises the panels of a strip: what lies between plain stretches of any colour, across what is drawn on; at most `most`, parted at the widest gutters. */
export function stripPanels({ data, width }: Picture, box: Box, most: number): Box[] {
  const isPlain = (y: number) => {
    const least = [255, 255, 255];
    const largest = [0, 0, 0];
    for (let x = box.left; x < box.left + box.width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const value = data[(y * width + x) * 3 + channel]!;
        if (value < least[channel]!) {
          least[channel] = value;
        }
        if (value > largest[channel]!) {
          largest[channel] = value;
        }
        if (largest[channel]! - least[channel]! > PLAIN) return false;
      }
    }
    return true;
  };
  const gutters: { start: number; end: number }[] = [];
  for (let y = box.top, start = -1; y <= box.top + box.height; y += 1) {
    const plain = y < box.top + box.height && isPlain(y);
    if (plain && start < 0) {
      start = y;
    }
    if (!plain && start >= 0) {
      if (y - start >= width * LEAST_GUTTER) {
        gutters.push({ start, end: y });
      }
      start = -1;
    }
  }
  const widest = gutters
    .toSorted((one, other) => other.end - other.start - one.end + one.start)
    .slice(0, most - 1)
    .sort((one, other) => one.start - other.start);
  const starts = [box.top, ...widest.map(({ end }) => end)];
  const ends = [...widest.map(({ start }) => start), box.top + box.height];
  return starts
    .map((top, i) => ({ left: box.left, top, width: box.width, height: ends[i]! - top }))
    .filter(({ height }) => height >= width * LEAST_PANEL);
}
