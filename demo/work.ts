import type { CoverKind } from './drawing/cover.ts';
import type { DemoComic, DemoLanguage, DemoLocale, DemoTermKind } from './comic.ts';
import type { Look } from './drawing/figure-look.ts';
import type { Face } from './drawing/fonts.ts';
import type { PaletteName } from './drawing/palettes.ts';
import type { SceneName } from './drawing/scenes.ts';

/** One edition of a work: its words in one language. */
export type Edition = {
  language: DemoLanguage;
  title: string;
  alternative?: string;
  description: string;
  titles?: Partial<Record<DemoLocale, string>>;
  /** The artist's name as the cover shows it. */
  credit: string;
  cover?: CoverKind;
  daysAgo: number;
  /** How much it is looked at: about so many views in its first week. */
  interest: number;
  translated?: boolean;
  rewritten?: boolean;
  group?: string;
  /** Names of the chapters; absent for a one-shot. */
  chapters?: string[];
  /** The texts chapter by chapter, one a line, in the order of the storyboard's marks. */
  lines: string[];
};

/** A work: pictures that need no language, and the editions. Storyboards are read by `readPanel`. */
export type Work = {
  key: string;
  palette: PaletteName;
  latin: Face;
  direction: DemoComic['direction'];
  status: DemoComic['status'];
  rating: DemoComic['rating'];
  premium?: boolean;
  speechless?: boolean;
  cover: { kind: CoverKind; place: SceneName; heroes: string };
  /** By the letter the storyboard uses; `key` is the character's term. */
  cast: Record<string, Look & { key?: string }>;
  terms: Partial<Record<DemoTermKind, string[]>>;
  /** Chapters, their pages, the panels of each page. */
  boards: string[][][];
  editions: Edition[];
};

/** Reads a storyboard written as lines: one panel a line, an empty line between pages. */
export function board(text: string): string[][] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((page) =>
      page
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    );
}
