import {
  brightnessAt,
  commonColor,
  toGround,
  isDrawn,
  type Box,
  type Ground,
  type Picture,
} from './analysis-picture.ts';

type Side = 'left' | 'top' | 'right' | 'bottom';

/** A border is white or black, or a black edge of the scan around white paper. */
const PASSES = 3;
/** The outermost lines may be blurred by shrinking: how many of them may be neither white nor black. */
const BLURRED = 2;
/** White in black that is thinner than this much of the width is the frame of a drawing. */
const FRAME = 0.015;
/** How much of the outermost line has the colour of the border. */
const UNIFORM = 0.85;
/** More drawn pixels than this on a line are no dust. */
const DUST_ON_LINE = 12;
/** Dust is at most 6 drawn pixels with nothing else within 8 pixels; a hair line that begins there has 9. */
const DUST = 6;
const AROUND = 8;

/**
 * Promises where a picture is drawn on inside its white and black borders, tightly, in its own pixels; the whole picture
 * where it has none, null where it is blank. Dust and the noise of compression are not drawing; a page number in a
 * border is, and so is a single thin line.
 */
export function drawnBox(picture: Picture): Box | null {
  const edges = { left: 0, top: 0, right: picture.width, bottom: picture.height };
  // Whether white or black was cut off each side last.
  const cut = new Map<Side, boolean>();
  for (let pass = 0; pass < PASSES; pass += 1) {
    const before = { ...edges };
    for (const side of ['left', 'top', 'right', 'bottom'] as const) {
      const ground = groundAt(picture, edges, side);
      // Black inside white is no edge of a scan.
      if (ground === null || (!ground.light && cut.get(side) === true)) continue;
      const outer = edges[side];
      while (edges.left < edges.right && edges.top < edges.bottom && isBorder(picture, ground, edges, side)) {
        step(edges, side, 1);
      }
      if (edges.left >= edges.right || edges.top >= edges.bottom) return null;
      const isFrame = ground.light && cut.get(side) === false && Math.abs(edges[side] - outer) < picture.width * FRAME;
      if (isFrame || (!ground.light && !isClear(picture, edges, side))) {
        edges[side] = outer;
      } else {
        cut.set(side, ground.light);
      }
    }
    if (
      before.left === edges.left &&
      before.top === edges.top &&
      before.right === edges.right &&
      before.bottom === edges.bottom
    ) {
      break;
    }
  }
  return { left: edges.left, top: edges.top, width: edges.right - edges.left, height: edges.bottom - edges.top };
}

/** The margin left around the drawing, in parts of the width. */
const MARGIN = 0.005;
/** A side loses at most this much of the page: a line of text on an empty page is not meant to fill the screen. */
const MOST = 0.3;
/** Less than this of the width and of the height is not worth cutting. */
const LEAST = 0.01;

/**
 * Promises the part of a page to show without its borders as [left, top, width, height] in the page's own pixels, with a
 * small margin around what is drawn; null where nothing is worth cutting off. `box` is in pixels of `picture`, the page
 * shrunk.
 */
export function findTrim(
  box: Box,
  picture: Picture,
  page: { width: number; height: number },
): [number, number, number, number] | null {
  const margin = Math.ceil(picture.width * MARGIN);
  const cut = (before: number, length: number, whole: number, size: number): [number, number] => {
    const start = Math.max(0, Math.min(before - margin, whole * MOST));
    const end = Math.min(whole, Math.max(before + length + margin, whole * (1 - MOST)));
    return [Math.floor((start * size) / whole), Math.ceil((end * size) / whole)];
  };
  const [left, right] = cut(box.left, box.width, picture.width, page.width);
  const [top, bottom] = cut(box.top, box.height, picture.height, page.height);
  const [width, height] = [right - left, bottom - top];
  return page.width - width < page.width * LEAST && page.height - height < page.height * LEAST
    ? null
    : [left, top, width, height];
}

type Edges = Record<Side, number>;

function step(edges: Edges, side: Side, by: number): void {
  edges[side] += side === 'left' || side === 'top' ? by : -by;
}

/** Where the pixels of the outermost line at a side are, and how far apart. */
function lineAt(
  { width }: { width: number },
  { left, top, right, bottom }: Edges,
  side: Side,
): { first: number; apart: number; length: number } {
  switch (side) {
    case 'left':
      return { first: top * width + left, apart: width, length: bottom - top };
    case 'right':
      return { first: top * width + right - 1, apart: width, length: bottom - top };
    case 'top':
      return { first: top * width + left, apart: 1, length: right - left };
    case 'bottom':
      return { first: (bottom - 1) * width + left, apart: 1, length: right - left };
  }
}

/** The ground a side stands on, past lines that are blurred; these are passed over for good only where there is one. */
function groundAt(picture: Picture, edges: Edges, side: Side): Ground | null {
  const past = { ...edges };
  for (
    let skipped = 0;
    skipped <= BLURRED && past.left < past.right && past.top < past.bottom;
    skipped += 1, step(past, side, 1)
  ) {
    const { first, apart, length } = lineAt(picture, past, side);
    const color = commonColor(
      picture.data,
      Int32Array.from({ length }, (_, i) => (first + i * apart) * 3),
      UNIFORM,
    );
    const ground = color && toGround(color);
    if (ground) {
      edges[side] = past[side];
      return ground;
    }
  }
  return null;
}

function isBorder(picture: Picture, ground: Ground, edges: Edges, side: Side): boolean {
  const { first, apart, length } = lineAt(picture, edges, side);
  const found: number[] = [];
  for (let i = 0, at = first; i < length; i += 1, at += apart) {
    if (!isDrawn(picture.data, at * 3, ground)) continue;
    if (found.length === DUST_ON_LINE) return false;
    found.push(at);
  }
  return found.every((at) => isDust(picture, ground, edges, at));
}

/** How bright something must be soon after a black border, and how soon in lines: a drawing of the night brightens little by little, and has no border. */
const CLEAR = 64;
const SOON = 6;

function isClear(picture: Picture, edges: Edges, side: Side): boolean {
  const further = { ...edges };
  for (
    let i = 0;
    i < SOON && further.left < further.right && further.top < further.bottom;
    i += 1, step(further, side, 1)
  ) {
    const { first, apart, length } = lineAt(picture, further, side);
    for (let j = 0, at = first; j < length; j += 1, at += apart) {
      if (brightnessAt(picture.data, at * 3) >= CLEAR) return true;
    }
  }
  return false;
}

function isDust({ data, width }: Picture, ground: Ground, { left, top, right, bottom }: Edges, at: number): boolean {
  const [x, y] = [at % width, Math.floor(at / width)];
  let count = 0;
  for (let row = Math.max(top, y - AROUND); row < Math.min(bottom, y + AROUND + 1); row += 1) {
    for (let column = Math.max(left, x - AROUND); column < Math.min(right, x + AROUND + 1); column += 1) {
      count += isDrawn(data, (row * width + column) * 3, ground) ? 1 : 0;
    }
  }
  return count <= DUST;
}
