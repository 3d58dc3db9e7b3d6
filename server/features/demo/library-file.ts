import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '#contract/locales.ts';
import type { GENDERS, TermKind } from '#contract/taxonomy.ts';

/** The demo library beside the product: archives that any program reads, and a file with what they have no place for. */
export interface DemoLibrary {
  /** The newest first. */
  comics: readonly LibraryComic[];
  terms: readonly LibraryTerm[];
  slides: readonly { comic: string; language: Locale; position: number }[];
}

/** A comic of the demo library: its archives, and what ComicInfo.xml cannot say of it. */
export interface LibraryComic {
  /** Names it in `slides`. */
  key: string;
  /** The archives in reading order, and whole hours before the first start when each came; the first came with the comic. */
  chapters: readonly { file: string; hoursAgo: number }[];
  /** The same for every edition of a work. */
  workKey: string;
  premium: boolean;
  /** The title for readers of other languages. */
  titles: Partial<Record<Locale, string>>;
  /** Views of the day of the first start, of the day before, and so on. */
  views: readonly number[];
}

/** A term of the demo library, found by kind and name. */
export interface LibraryTerm {
  kind: TermKind;
  name: string;
  names: Partial<Record<Locale, string>>;
  /** `#rrggbb`. */
  color?: string;
  gender?: (typeof GENDERS)[number];
  hair?: string;
  /** A file of the folder of portraits. */
  portrait?: string;
}

/** The folder of the demo library that comes with the product. */
export const DEMO = join(import.meta.dirname, '..', '..', '..', 'demo');

/** The folders of the archives and of the portraits, which importing the archives' folder would take for a comic. */
export function demoFolders(folder: string): { archives: string; portraits: string } {
  return { archives: join(folder, 'library'), portraits: join(folder, 'portraits') };
}

/** The demo library of a folder, null where there is none: the product was installed without it. */
export function findDemoLibrary(folder = DEMO): DemoLibrary | null {
  const file = join(demoFolders(folder).archives, 'library.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoLibrary) : null;
}
