import type { LinkIds } from '#contract/links.ts';
import type { Shelf } from '#contract/shelves.ts';

/** The content of a file about one chapter that was opened. */
export interface ForeignChapter {
  /** As printed, `10.5`; null where the file does not know. */
  number: string | null;
  name: string;
  /** Our own chapter's slug, in our own export. */
  slug: string | null;
  /** From 1; null where the file only knows that it was read. */
  page: number | null;
  completed: boolean;
  /** ISO 8601; null where the file does not know. */
  read_at: string | null;
  /** When it was read to its end, and how many seconds it was read, where the file says so. */
  completed_at?: string | null;
  seconds?: number;
}

/** On which shelf a file has a comic; days are `YYYY-MM-DD`. */
export interface ForeignShelf {
  shelf: Shelf;
  started_on: string | null;
  finished_on: string | null;
  reread: number;
  note: string;
  /** Whether trackers are told nothing of it. */
  private?: boolean;
}

/** The content of a file about one comic. */
export interface ForeignEntry {
  /** Unique in the file. */
  key: string;
  title: string;
  /** Further titles. */
  titles: string[];
  /** Our own slug, or the last part of its address, which may be one. */
  slug: string | null;
  /** By which other sites know it. */
  ids: LinkIds;
  favorite: boolean;
  favorited_at: string | null;
  /** Left out where the file does not know. */
  followed?: boolean;
  /** 1 to 10. */
  score: number | null;
  /** Or categories, in the order of the file's. */
  lists: string[];
  /** Left out where the file has it on none. */
  shelved?: ForeignShelf;
  chapters: ForeignChapter[];
  /** How many chapters from the first on were read, where the file says a number only. */
  chapters_read: number;
}

/** A term as files name it. */
export interface ForeignTerm {
  kind: string;
  slug: string;
}

/** The words of our own export on its member besides comics. */
export interface ForeignAccount {
  follows: ForeignTerm[];
  hidden: ForeignTerm[];
  groups: (ForeignTerm & { choice: 'preferred' | 'blocked' })[];
  uploaders: string[];
  members: string[];
  /** `terms` are those whose ids the address names. */
  searches: { name: string; query: string; followed: boolean; terms: (ForeignTerm & { id: number })[] }[];
}

/** A file, whatever program wrote it. */
export interface ForeignLibrary {
  source: 'komawari' | 'mal' | 'mihon';
  entries: ForeignEntry[];
  /** The names of the categories of a backup, in its order, also of those that hold nothing. */
  categories: string[];
  /** Of our own export. */
  account: ForeignAccount | null;
}

/** Most comics of a file that are taken; libraries of five thousand are rare. */
export const MAX_ENTRIES = 5_000;
/** Most chapters of one comic that are taken. */
export const MAX_CHAPTERS = 5_000;
/** Most chapters of all comics of a file together that are taken: what a reader of many years has opened. */
export const MAX_PLACES = 300_000;
/** Longest title or name that is kept. */
const MAX_LETTERS = 300;

/** A text of a file as we keep it: one line, no control characters, at most so many letters; '' for anything that is no text. */
export function plain(value: unknown, letters = MAX_LETTERS): string {
  return typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
        .trim()
        .slice(0, letters)
        .replace(/\p{Cs}$/u, '')
    : '';
}

/** A moment in milliseconds as ISO 8601; null where it is none, before 2000, or to come. */
export function parseMoment(milliseconds: number, now: Date): string | null {
  return milliseconds > 946_684_800_000 && milliseconds <= now.getTime() ? new Date(milliseconds).toISOString() : null;
}

/** A score out of 10 in whole numbers; null for none. */
export function parseScore(value: unknown): number | null {
  const score = Math.round(Number(value));
  return score >= 1 && score <= 10 ? score : null;
}

/** The last part of an address' path, decoded; null where there is none. */
export function lastPart(address: string): string | null {
  const part =
    address
      .split(/[?#]/, 1)[0]!
      .split('/')
      .findLast((each) => each !== '') ?? '';
  try {
    return plain(decodeURIComponent(part)) || null;
  } catch {
    return null;
  }
}
