import { edgeColor } from './analysis-edge.ts';
import { MAX_PANELS, findPanels } from './analysis-panels.ts';
import type { Box, Picture } from './analysis-picture.ts';
import { sideProfiles } from './analysis-sides.ts';
import { stripPanels } from './analysis-strip.ts';
import { drawnBox, findTrim } from './analysis-trim.ts';

/** The version of what follows, kept with what it found. Pictures are looked at again once a migration says 0 of them. */
export const ANALYSIS = 2;

/** The analysis of a picture: see the functions that find each part. */
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
const MAX_PIXELS = 3_000_000;

/** The size in pixels at which a page is looked at: never larger than the page. */
export function sizeToAnalyse({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, WIDEST / width, Math.sqrt(MAX_PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Promises what a page tells of itself, found in a small picture of it. `page` is its size in its own pixels. */
export function analyse(picture: Picture, page: { width: number; height: number }): Analysis {
  const box = drawnBox(picture);
  const edge = edgeColor(picture);
  if (box === null) return { trim: null, edge, sides: null, panels: null };
  return {
    trim: findTrim(box, picture, page),
    edge,
    sides: sideProfiles(picture, box),
    panels: panelsFound(picture, box),
  };
}

/** How many times taller than wide a strip is; and a page that may be a piece of one, with gutters of any colour. */
const STRIP = 3;
const TALL = 1.8;

function panelsFound(picture: Picture, box: Box): number[] | null {
  const ratio = picture.height / picture.width;
  const found = ratio > STRIP ? [] : findPanels(picture, box);
  const panels = found.length === 0 && ratio > TALL ? stripPanels(picture, box, MAX_PANELS) : found;
  const thousandths = (at: number, whole: number) => Math.round((at * 1000) / whole);
  return panels.length < 2
    ? null
    : panels.flatMap(({ left, top, width, height }) => {
        const [x, y] = [thousandths(left, picture.width), thousandths(top, picture.height)];
        return [x, y, thousandths(left + width, picture.width) - x, thousandths(top + height, picture.height) - y];
      });
}
