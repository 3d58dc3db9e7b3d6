import { edgeOf } from './analysis-edge.ts';
import type { Picture } from './analysis-picture.ts';
import { sidesOf } from './analysis-sides.ts';
import { drawnBox, trimOf } from './analysis-trim.ts';

/** The version of what follows: pictures of another one are looked at again. */
export const ANALYSIS = 1;

/** What a picture tells of itself: see the functions that find each part. */
export interface Analysis {
  /** Left, top, width and height in the page's own pixels of what is inside its borders; null where nothing is worth cutting off. */
  trim: [number, number, number, number] | null;
  /** 0xRRGGBB around the picture; null where it has no one colour. */
  edge: number | null;
  /** How bright its left and right sides are, from top to bottom. */
  sides: Uint8Array | null;
  /** Left, top, width and height of each panel, one after another, in thousandths of the page; null where it has fewer than two. */
  panels: number[] | null;
}

/** Widest and largest picture looked at: a hair line is still a line, and looking takes some milliseconds. */
const WIDEST = 480;
const MOST_PIXELS = 3_000_000;

/** The size in pixels at which a page is looked at: never larger than the page. */
export function sizeToAnalyse({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, WIDEST / width, Math.sqrt(MOST_PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Promises what a page tells of itself, found in a small picture of it. `page` is its size in its own pixels. */
export function analyse(picture: Picture, page: { width: number; height: number }): Analysis {
  const box = drawnBox(picture);
  const edge = edgeOf(picture);
  if (box === null) { return { trim: null, edge, sides: null, panels: null }; }
  return { trim: trimOf(box, picture, page), edge, sides: sidesOf(picture, box), panels: null };
}
