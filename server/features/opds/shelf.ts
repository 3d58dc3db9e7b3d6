import type { Credit } from '#server/features/comics/public/credits.ts';

/** Where a shelf lies within a catalogue of either version: a path and a query; the writers make addresses of it. */
export interface Place {
  path: string;
  query?: Readonly<Record<string, string | number | readonly (string | number)[] | null | undefined>>;
}

/**
 * The part of a catalogue that a client gets at once: ways onward, or works, with what leads to their neighbours. Both
 * versions of OPDS are written from it.
 */
export interface Shelf {
  /** Never changes (RFC 4151). */
  id: string;
  title: string;
  place: Place;
  /** Whether works are on it, or ways onward alone. */
  kind: 'navigation' | 'acquisition';
  navigation: readonly Way[];
  works: readonly Work[];
  facets: readonly { title: string; ways: readonly (Way & { active: boolean })[] }[];
  /** Null where there is one page only. */
  paging: { page: number; last: number; perPage: number; total: number } | null;
  /** Shelves of which some works are shown here (version 2 alone). */
  groups?: readonly Shelf[];
}

/** A way to another shelf. */
export interface Way {
  title: string;
  to: Place;
  kind: Shelf['kind'];
  rel?: string;
  count?: number;
  summary?: string;
}

/** A work as a catalogue lists it: something to read, or a series whose chapters are a shelf of their own. */
export interface Work {
  id: string;
  title: string;
  /** Moments as ISO 8601. */
  published: string;
  updated: string;
  /** Plain text; empty where there is none. */
  summary: string;
  makers: readonly string[];
  credits: readonly Credit[];
  /** BCP 47. */
  language: string | null;
  direction: 'ltr' | 'rtl' | 'vertical';
  cover: { url: string; type: string; width: number; height: number } | null;
  thumbnail: string | null;
  /** Absolute address of its page on the site. */
  page: string;
  /** Its own shelf, where it is a series. */
  chapters: Place | null;
  /** The series a chapter belongs to, and its number there. */
  series: { title: string; number: string | null } | null;
  /** The chapter that can be read page by page; of a series, where one begins or goes on. Null where nothing is open to who asks. */
  reading: Reading | null;
  /** Whether who asks may have it as a file. */
  file: boolean;
}

/** A chapter that can be read, as far as it is open: all of it, or the pages that everyone may read. */
export interface Reading {
  chapter: number;
  pages: number;
  whole: boolean;
  /** Of the first page, as its file extension. */
  format: string;
  /** Where the member is, page from 1, and since when. */
  last: { page: number; at: string; device: string | null } | null;
  /** Whether who asks has places kept. */
  kept: boolean;
}

/** Works and ways onward of one page. */
export const PER_SHELF = 30;
