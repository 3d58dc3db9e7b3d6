import { countInside, cutAlongGutters, shareInside } from './analysis-cut.ts';
import { findInside, findParts } from './analysis-outside.ts';
import { commonColor, toGround, type Box, type Ground, type Picture } from './analysis-picture.ts';

/** Most panels of a page. */
export const MAX_PANELS = 60;
/** A panel has at least this much of the page, and each of its sides this much of the page's width. */
const LEAST_AREA = 0.012;
const LEAST_SIDE = 0.08;
/** Panels cover at least this much of what is drawn on: else the page is one drawing with some marks on it. */
const LEAST_COVER = 0.5;
/** A part that is inside by more than this has no gutter in it. */
const SOLID = 0.992;
/** A part too small for a panel, such as a caption, belongs to the panel within this much of the page's width. */
const NEAR = 0.03;

/** Promises the panels of a page, in its pixels, in no order; none where it has fewer than two. `box` is what is drawn on. */
export function findPanels(picture: Picture, box: Box): Box[] {
  for (const ground of findGrounds(picture)) {
    const panels = panelsOn(picture, box, ground);
    if (panels.length >= 2) return panels;
  }
  return [];
}

const WHITE: Ground = { color: [255, 255, 255], tolerance: 40, light: true };
const BLACK: Ground = { color: [0, 0, 0], tolerance: 32, light: false };

/** The possible grounds of gutters: first as the page's outline does, then white, then black. */
function findGrounds({ data, width, height }: Picture): Ground[] {
  const outline = Int32Array.from({ length: 2 * (width + height) }, (_, i) => {
    const [x, y] = i < 2 * width ? [i >> 1, i & 1 ? height - 1 : 0] : [i & 1 ? width - 1 : 0, (i - 2 * width) >> 1];
    return (y * width + x) * 3;
  });
  const color = commonColor(data, outline, 0.4);
  const own = color && toGround(color);
  const wide = own && { ...own, tolerance: Math.max(own.tolerance, 24) };
  return [...(wide ? [wide] : []), ...[WHITE, BLACK].filter(({ light }) => light !== wide?.light)];
}

function panelsOn(picture: Picture, box: Box, ground: Ground): Box[] {
  const { width } = picture;
  const inside = findInside(picture, ground);
  const whole = box.width * box.height;
  const isPanel = (each: Box) =>
    area(each) >= whole * LEAST_AREA && Math.min(each.width, each.height) >= width * LEAST_SIDE;
  const counted = countInside(inside, width);
  const pieces = cutAlongGutters(counted, box).flatMap((piece) =>
    shareInside(counted, piece) > SOLID ? [piece] : apart(inside, width, piece, whole * LEAST_AREA * 0.5),
  );
  const panels = joined(pieces.filter(isPanel));
  for (const piece of pieces.filter((each) => !isPanel(each))) {
    attach(panels, piece, width * NEAR);
  }
  const covered = panels.reduce((sum, each) => sum + area(each), 0);
  return panels.length <= MAX_PANELS && covered >= whole * LEAST_COVER ? panels : [];
}

/** Slanted gutters cut no straight line, but leave the panels apart: several large parts that hardly overlap are panels of their own. */
function apart(inside: Uint8Array, width: number, piece: Box, least: number): Box[] {
  const parts = joined(findParts(inside, width, piece, least));
  return parts.length > 1 ? parts : [piece];
}

/** Boxes that lie in each other for the most part become one. */
function joined(boxes: readonly Box[]): Box[] {
  const result: Box[] = [];
  for (const each of [...boxes].sort((one, other) => area(other) - area(one))) {
    const at = result.findIndex((other) => overlap(each, other) > 0.5 * area(each));
    if (at < 0) {
      result.push(each);
    } else {
      result[at] = boundingBox(each, result[at]!);
    }
  }
  return result;
}

function attach(panels: Box[], piece: Box, near: number): void {
  const at = panels.findIndex((panel) => gap(panel, piece) <= near);
  const panel = panels[at];
  if (panel === undefined) return;
  const both = boundingBox(panel, piece);
  if (panels.every((other, i) => i === at || overlap(both, other) <= overlap(panel, other))) {
    panels[at] = both;
  }
}

const area = ({ width, height }: Box): number => width * height;

function overlap(one: Box, other: Box): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

function gap(one: Box, other: Box): number {
  return Math.max(
    0,
    one.left - other.left - other.width,
    other.left - one.left - one.width,
    one.top - other.top - other.height,
    other.top - one.top - one.height,
  );
}

function boundingBox(one: Box, other: Box): Box {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)];
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}
