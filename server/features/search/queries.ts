import { sql } from 'kysely';
import type { Locale } from '#contract/locales.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { CatalogueMemo, readChange } from '#server/db/queries/changes.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import type { TermLookup } from '#server/catalogue/names/term-names.ts';
import { termsFound } from '#server/db/queries/term-names.ts';
import { unlistedTerms, visibleCount, type VisibilityScope } from '#server/db/visible.ts';
import { isDense } from '#server/search/grams.ts';

/** A term whose name may be meant. */
export interface NamedTerm {
  id: number;
  kind: TermKind;
  name: string;
  name_original: string;
  count: number;
}

/** Where terms are looked up: by name in the catalogue in memory where it is ready. */
export interface SuggestEngines {
  reads: Db;
  catalogue: Pick<Catalogue, 'ready'>;
}

/** Terms that are looked at for so many that a viewer sees. */
const MAX_LOOKED_AT = 40;

const memoFor = perDatabase(() => new CatalogueMemo<number[]>({ most: 1_000, seconds: 30, isLarge: () => true }));

/**
 * The terms of some kinds of which a name, translation or alias is a text, then those whose name begins with it, then
 * those of which a word does; each the most used first. Without a text the most used. Those without a comic that this
 * viewer sees and those they hide are left out.
 *
 * @param text normalised.
 */
export async function termsLike(
  { reads, catalogue }: SuggestEngines,
  seeing: VisibilityScope,
  locale: Locale,
  kinds: readonly TermKind[],
  text: string,
  limit: number,
): Promise<NamedTerm[]> {
  const memory = catalogue.ready();
  const ids =
    memory && text !== ''
      ? await findNamed(kinds, text, async (wanted) => wanted.map((each) => memory.names.find(each)))
      : await memoFor(reads).get(JSON.stringify([kinds, text]), await readChange(reads), () =>
          text === '' ? mostUsed(reads, kinds) : findNamed(kinds, text, (wanted) => termsFound(reads, wanted)),
        );
  const { rows } = await sql<NamedTerm>`
    select t.id, t.kind, coalesce(l.name, t.name) as name, t.name as name_original, ${visibleCount(seeing, 'n')} as count
    from unnest(${ids}::int[]) with ordinality as w (id, place)
    join terms t on t.id = w.id join term_counts n on n.term_id = t.id
    left join term_translations l on l.term_id = t.id and l.locale = ${locale}
    where ${visibleCount(seeing, 'n')} > 0 and not t.id = any(${unlistedTerms(seeing)}::int[])
    order by w.place limit ${limit}`.execute(reads);
  return rows;
}

/** Terms by their names, for each of those wanted. */
type Find = (wanted: readonly TermLookup[]) => Promise<number[][]>;

async function findNamed(kinds: readonly TermKind[], name: string, find: Find): Promise<number[]> {
  const common = { kinds, name, slug: null, most: MAX_LOOKED_AT };
  const [whole = [], start = []] = await find([
    { ...common, by: 'whole' },
    { ...common, by: 'start' },
  ]);
  const short = Array.from(name).length < 2 && !isDense(name);
  const [word = []] = start.length < MAX_LOOKED_AT && !short ? await find([{ ...common, by: 'word' }]) : [];
  return [...new Set([...whole, ...start, ...word])].slice(0, MAX_LOOKED_AT);
}

async function mostUsed(db: Db, kinds: readonly TermKind[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from terms t join term_counts n on n.term_id = t.id where t.kind = any(${[...kinds]}::text[])
    order by n.safe + n.suggestive + n.explicit desc, t.id limit ${MAX_LOOKED_AT}`.execute(db);
  return rows.map((row) => row.id);
}
