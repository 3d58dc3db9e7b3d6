import { sql } from 'kysely';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { queryGrams } from '#server/search/grams.ts';

/** Terms wanted by a name of theirs. */
export interface NameLookup {
  kinds: readonly TermKind[];
  /** Normalised; `*` is any letters and `?` is one, but not the first. */
  name: string;
  /** The name is this one whole, or begins with it. */
  by: 'whole' | 'start';
  /** Also the term of this slug. */
  slug: string | null;
  /** Most terms that are wanted. */
  most: number;
}

/** Rows of names that one statement looks at, over all lookups: what bounds its time. */
const MAX_ROWS = 20_000;
const HIGHEST_LETTER = '\u{10ffff}';

/** For each lookup the ids of the terms, those of most comics first; of terms without comics none. One statement. */
async function termsNamed(db: Db, lookups: readonly NameLookup[]): Promise<number[][]> {
  const found = lookups.map((): number[] => []);
  if (lookups.length === 0) return found;
  const wanted = lookups.map(({ kinds, name, by, slug, most }, place) => {
    const before = /^[^*?]*/.exec(name)?.[0] ?? '';
    const isPattern = before !== name;
    return {
      place,
      kinds,
      slug,
      most,
      low: before,
      high: by === 'whole' && !isPattern ? before : before + HIGHEST_LETTER,
      pattern: isPattern ? `${name.replaceAll('*', '%').replaceAll('?', '_')}${by === 'start' ? '%' : ''}` : null,
    };
  });
  const rowsEach = Math.max(200, Math.floor(MAX_ROWS / lookups.length));
  const { rows } = await sql<{ place: number; ids: number[] }>`${sql.raw(PREPARED)}
    select w.place, array(select f.id from (
      select x.id, (select c.safe + c.suggestive + c.explicit from term_counts c where c.term_id = x.id) as used
      from (
        (select n.term_id as id from term_names n
          where n.name >= w.low and n.name <= w.high and n.kind = any(w.kinds) and (w.pattern is null or n.name like w.pattern)
          limit ${rowsEach}::int)
        union
        select t.id from terms t where t.kind = any(w.kinds) and t.slug = w.slug
        union
        select t.id from terms t where t.kind = any(w.kinds) and coalesce(t.name_key, t.slug) = w.slug
      ) x
    ) f where f.used > 0 order by f.used desc, f.id limit w.most) as ids
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (place int, kinds text[], slug text, most int, low text, high text, pattern text)`.execute(
    db,
  );
  for (const { place, ids } of rows) {
    found[place] = ids;
  }
  return found;
}

/** As `termsNamed`, by a name of which some word begins with this one; at most `most` each. */
async function termsWithWord(
  db: Db,
  lookups: readonly Pick<NameLookup, 'kinds' | 'name' | 'most'>[],
): Promise<number[][]> {
  const found = lookups.map((): number[] => []);
  if (lookups.length === 0) return found;
  const wanted = lookups.map(({ kinds, name, most }, place) => ({
    place,
    kinds,
    most,
    name: ` ${name}`,
    grams: queryGrams(name),
  }));
  const { rows } = await sql<{ place: number; id: number }>`
    select w.place, f.id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (place int, kinds text[], most int, name text, grams int[])
    cross join lateral (
      select t.id, (select c.safe + c.suggestive + c.explicit from term_counts c where c.term_id = t.id) as used from terms t
      where t.grams @> w.grams and strpos(' ' || t.search, w.name) > 0 and t.kind = any(w.kinds)
      order by used desc nulls last, t.id limit w.most
    ) f
    where f.used > 0 order by w.place, f.used desc, f.id`.execute(db);
  for (const { place, id } of rows) {
    found[place]?.push(id);
  }
  return found;
}

/** For each of those wanted, all by a word or none, the ids as `termsNamed` and `termsWithWord` give them. */
export async function termsFound(
  db: Db,
  wanted: readonly (Omit<NameLookup, 'by'> & { by: NameLookup['by'] | 'word' })[],
): Promise<number[][]> {
  return wanted.some(({ by }) => by === 'word')
    ? termsWithWord(db, wanted)
    : termsNamed(db, wanted as readonly NameLookup[]);
}
