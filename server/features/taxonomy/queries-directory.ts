import { setTimeout as later } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { CatalogueMemo, LARGE, readChange } from '#server/db/queries/changes.ts';
import { visibleCount, type VisibilityScope } from '#server/db/visible.ts';
import { sortKey } from '#server/search/normalise.ts';
import { sortInSlices } from '#server/search/sort-in-slices.ts';
import { titleComparer, titleKey } from '#server/search/title-order.ts';
import { indexLetter } from './letters.ts';

/** Every term of a kind by the name that readers of a language see, in the order of that language: 14 bytes a term. */
export interface Directory {
  ids: Int32Array;
  /** The comics that have each, of those rated safe and of all. */
  counts: Record<VisibilityScope['rating'], Int32Array>;
  /** The letters names stand under, and which one each has. */
  letters: string[];
  letterFor: Uint16Array;
}

/** Terms a statement reads: 20 ms at most on the embedded database. */
const CHUNK = 5_000;
/** Milliseconds a request waits for a large list to be read anew; then it gets the one before. */
const PATIENCE = 10;

interface Kept {
  memo: CatalogueMemo<Directory>;
  latest: Map<string, Directory>;
}
const directoryFor = perDatabase((): Kept => ({
  memo: new CatalogueMemo({ most: 150, seconds: 10, isLarge: ({ ids }) => ids.length > LARGE }),
  latest: new Map(),
}));

/** The terms of a kind as a reader of a locale finds them in order, remembered until the catalogue changes; a large list may be one change behind. */
export async function loadDirectory(db: Db, kind: TermKind, locale: Locale): Promise<Directory> {
  const key = `${kind} ${locale}`;
  const known = directoryFor(db);
  const { memo, latest } = known;
  const before = latest.get(key);
  const fresh = memo.get(key, await readChange(db), async () => {
    const directory = await readDirectory(db, kind, locale, before);
    latest.set(key, directory);
    return directory;
  });
  return before !== undefined && before.ids.length > LARGE ? Promise.race([fresh, later(PATIENCE, before)]) : fresh;
}

interface Row {
  id: number;
  name: string;
  folded: string;
  safe: number;
  all: number;
}

/** @param before the list as it was: most of it stands where it stood, and need not be sorted again. */
async function readDirectory(
  db: Db,
  kind: TermKind,
  locale: Locale,
  before: Directory | undefined,
): Promise<Directory> {
  const rows: Row[] = [];
  for (let after = 0, whole = true; whole;) {
    const { rows: chunk } = await sql<Row>`
      select t.id, coalesce(l.name, t.name) as name, coalesce(l.sort_name, t.sort_name) as folded,
      ${visibleCount({ rating: 'safe' }, 'n')} as safe, ${visibleCount({ rating: 'all' }, 'n')} as all
      from (select id, name, sort_name from terms where kind = ${kind} and id > ${after} order by id limit ${CHUNK}) t
      left join term_counts n on n.term_id = t.id
      left join term_translations l on l.term_id = t.id and l.locale = ${locale}
      order by folded, t.id`.execute(db);
    for (const row of chunk) {
      rows.push(row);
      after = Math.max(after, row.id);
    }
    whole = chunk.length === CHUNK;
  }
  const compare = titleComparer(locale);
  const letters = new Map<string, number>();
  const letterNumber = (letter: string) => letters.get(letter) ?? (letters.set(letter, letters.size), letters.size - 1);
  const sorted = await sortInSlices(
    nearlySorted(rows, before),
    ({ id, name, folded, safe, all }) => {
      const key = titleKey(name);
      return { id, safe, all, key, letter: letterNumber(indexLetter(key === name ? folded : sortKey(key))) };
    },
    (a, b) => compare(a.key, b.key) || a.id - b.id,
  );
  return {
    ids: Int32Array.from(sorted, ({ id }) => id),
    counts: { safe: Int32Array.from(sorted, ({ safe }) => safe), all: Int32Array.from(sorted, ({ all }) => all) },
    letterFor: Uint16Array.from(sorted, ({ letter }) => letter),
    letters: [...letters.keys()],
  };
}

/** The rows in the order that a list had, with those it had not behind them; without one by their folded names. */
function nearlySorted(rows: Row[], before: Directory | undefined): Row[] {
  if (before === undefined) {
    return rows.sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : a.id - b.id));
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known: Row[] = [];
  for (const id of before.ids) {
    const row = byId.get(id);
    if (row && byId.delete(id)) {
      known.push(row);
    }
  }
  return [...known, ...byId.values()];
}
