import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { readLinkIds } from '#contract/links.ts';
import { MAX_REREAD, type Shelf } from '#contract/shelves.ts';
import { MAX_ENTRIES, plain, parseScore, type ForeignEntry, type ForeignShelf } from './foreign-library.ts';

/** Entities beyond XML's own five are refused with the document type that would declare them. */
const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: true,
  isArray: (name) => name === 'manga',
});

/**
 * The manga of a MyAnimeList export. Both spellings of its elements are read (`manga_title` of the site's own export,
 * `series_title` of the programs that speak its import). What is planned, read, held or dropped is all in the list; what
 * was dropped is no favorite.
 *
 * @returns null for anything that is no such export.
 */
export function readMal(text: string): ForeignEntry[] | null {
  if (!/<myanimelist[\s>]/i.test(text.slice(0, 4_000)) || /<!DOCTYPE|<!ENTITY/i.test(text)) return null;
  let document: unknown;
  try {
    document = parser.parse(text);
  } catch {
    return null;
  }
  const root = (document as { myanimelist?: { manga?: unknown[] } | '' }).myanimelist;
  if (root === undefined) return null;
  const mangas = root === '' ? [] : (root.manga ?? []);
  return mangas.slice(0, MAX_ENTRIES).flatMap((manga, at) => {
    const fields = (typeof manga === 'object' && manga !== null ? manga : {}) as Record<string, unknown>;
    const title = plain(fields.manga_title ?? fields.series_title);
    if (title === '') return [];
    const status = plain(fields.my_status).toLowerCase();
    return [
      {
        key: String(at),
        title,
        titles: [],
        slug: null,
        ids: readLinkIds({ mal: plain(fields.manga_mangadb_id ?? fields.series_mangadb_id) }),
        // Exports that come from programs write the status as a word or a number: 4 is dropped.
        favorite: status !== 'dropped' && status !== '4',
        favorited_at: null,
        score: parseScore(fields.my_score),
        lists: [],
        ...shelved(status, fields),
        chapters: [],
        chapters_read: parseCount(fields.my_read_chapters),
      },
    ];
  });
}

/** The statuses of the site's own export, and the numbers that programs write. */
const STATUSES: Readonly<Record<string, Shelf>> = {
  reading: 'reading',
  1: 'reading',
  completed: 'finished',
  2: 'finished',
  'on-hold': 'paused',
  3: 'paused',
  dropped: 'dropped',
  4: 'dropped',
  'plan to read': 'planned',
  6: 'planned',
};

function shelved(status: string, fields: Record<string, unknown>): { shelved?: ForeignShelf } {
  const again = ['yes', '1'].includes(plain(fields.my_rereading).toLowerCase());
  const shelf = again ? 'rereading' : Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  if (shelf === undefined) return {};
  return {
    shelved: {
      shelf,
      started_on: parseDay(fields.my_start_date),
      finished_on: parseDay(fields.my_finish_date),
      reread: Math.min(parseCount(fields.my_times_read), MAX_REREAD),
      note: plain(fields.my_comments),
    },
  };
}

/** A day, also where a file knows none (`0000-00-00`) or only its year: then null. */
function parseDay(value: unknown): string | null {
  const day = z.iso.date().safeParse(value);
  return day.success && day.data >= '1900' ? day.data : null;
}

function parseCount(value: unknown): number {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 ? Math.min(count, 100_000) : 0;
}
