import type { ComicChanges } from '#contract/editing.ts';
import { isProblem, problem } from '#contract/problems.ts';
import type { SaidPart } from '#server/features/intake/public/grouping.ts';

/** A comic of another server, as it is listed there. */
export interface ListedComic {
  /** Names it there, for good. */
  key: string;
  title: string;
  /** How many it has, where its list says so. */
  chapters?: number | undefined;
  pages?: number | undefined;
}

/** Where the owner of the key is in an archive there. Pages count from 1; `at` is ISO, null where it is not known. */
export interface ForeignPlace {
  page: number;
  completed: boolean;
  at: string | null;
}

/** An archive of it, or its pages in a folder. */
export interface FetchedArchive {
  name: string;
  /** Writes it there: a file, or a folder of pictures in the order of their names. */
  write(path: string): Promise<unknown>;
  read?: ForeignPlace | null;
  /** The chapter it is of a series there, and its place; without it, its name and what it says itself decide. */
  part?: SaidPart & { position: number };
}

/** The word of the owner of the key on a comic there: whether they want to read it, and their score, 1 to 10. */
export interface ForeignMarks {
  planned: boolean;
  score: number | null;
}

/** A comic that is being brought: its archives, and what the other server says about it. */
export interface FetchedComic {
  /** In reading order; each is written into a file when it is its turn. */
  archives: FetchedArchive[];
  /** Whether it is one of many chapters, whatever its archives are called. */
  series: boolean;
  /** Fields that its archives do not have; the terms of a kind by their names. */
  changes: ComicChanges;
  /** The language of archives that do not say their own, as BCP 47. */
  language?: string | null;
  marks?: ForeignMarks;
}

/** A library of another server. */
export interface Library {
  /** Everything there is, page by page. @throws Problem `transfer-refused`, `transfer-busy`, `transfer-unreachable`, `transfer-odd`. */
  list(): AsyncIterable<ListedComic[]>;
  /** A question that is cheap to answer for a server that is well. @throws Problem as `list`. */
  check(): Promise<unknown>;
  /** One comic of it. @throws Problem as `list`. */
  bring(key: string): Promise<FetchedComic>;
}

/** Most comics of a server: one that lists more makes them up. */
const MAX_COMICS = 1_000_000;
/** Most letters of a key. */
const MAX_KEY = 500;

/** A comic as a list says it, before it was looked at. */
interface SaidComic extends Omit<ListedComic, 'key' | 'title'> {
  key: unknown;
  title: unknown;
}

/**
 * A list that comes page by page, each comic once. It ends where the server says so, and where a page has nothing that is new: the number of them that
 * a server says may be any. Rows without a key are left out, as nothing could be asked of them.
 *
 * @param ask the rows of a page, counted from 0, and whether it is the last.
 * @throws Problem `transfer-odd` for more than `most`, and what is no list.
 */
export async function* listPages<Row extends object>(
  ask: (page: number) => Promise<{ rows: unknown; last?: unknown }>,
  describe: (row: Row) => SaidComic,
  most = MAX_COMICS,
): AsyncIterable<ListedComic[]> {
  const seen = new Set<string>();
  for (let page = 0; ; page += 1) {
    const { rows, last } = await ask(page);
    const fresh: ListedComic[] = [];
    for (const row of parseList<Row | null>(rows)) {
      if (typeof row !== 'object' || row === null) continue;
      const { key: said, title, ...counts } = describe(row);
      const key = Number.isSafeInteger(said) ? String(said) : said;
      if (typeof key !== 'string' || key === '' || key.length > MAX_KEY || plain(key) !== key || seen.has(key)) {
        continue;
      }
      seen.add(key);
      fresh.push({
        key,
        title: (typeof title === 'string' && plain(title.slice(0, 500)).trim()) || `#${key}`,
        ...counts,
      });
    }
    if (seen.size > most) throw problem('transfer-odd');
    yield fresh;
    if (fresh.length === 0 || last === true) return;
  }
}

/** A text without what no database stores. */
function plain(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The rows of a list that another server answered. @throws Problem `transfer-odd` where it is none. */
export function parseList<Row>(list: unknown): Row[] {
  if (!Array.isArray(list)) throw problem('transfer-odd');
  return list as Row[];
}

/** Whether a server does without something that is not needed: it says that it has no such thing or keeps it to itself, or says something else. */
export function isWithout(error: unknown): boolean {
  return (
    isProblem(error) &&
    (error.code === 'transfer-odd' ||
      (error.code === 'transfer-refused' && [400, 401, 403, 404, 405].includes(Number(error.params.status))))
  );
}

/** Names as a change of terms takes them: each once, without empty ones. */
export function toNamedTerms(names: readonly (string | null | undefined)[]): { name: string }[] {
  return [...new Set(names.map((name) => name?.trim() ?? '').filter((name) => name !== ''))].map((name) => ({
    name: name.slice(0, 200),
  }));
}

/** A change without what is not known: nothing is taken away by it. */
export function knownChanges(changes: {
  [Key in keyof ComicChanges]: ComicChanges[Key] | null | undefined;
}): ComicChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as ComicChanges;
}
