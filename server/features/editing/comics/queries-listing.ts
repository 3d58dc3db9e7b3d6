import { sql, type RawBuilder } from 'kysely';
import type { AdminSort, State } from '#contract/editing.ts';
import { problem } from '#contract/problems.ts';
import type { TermKind } from '#contract/taxonomy.ts';
import type { MemoryCatalogue } from '#server/catalogue/index/memory-catalogue.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { CatalogueMemo, readChange } from '#server/db/queries/changes.ts';
import type { Deps } from '#server/deps.ts';
import { conditionSql } from '#server/features/comics/public/queries-condition.ts';
import { EVERYTHING, type Condition } from '#server/search/condition.ts';

type Part = RawBuilder<unknown>;
type Engines = Pick<Deps, 'db' | 'catalogue'>;

/** Which comics of the table, in which order. */
export interface AdminListing {
  states: readonly State[];
  /** Whose comics alone; null: everyone's. */
  uploader: number | null;
  /** The condition on published ones; and what the others, and all of one uploader. */
  condition: Condition;
  loose: Condition;
  /** Only those without a cover; of published ones these. */
  coverless: boolean;
  coverlessPublished: readonly number[] | null;
  sort: AdminSort;
  descending: boolean;
}

/** As many comics as are gathered and sorted at once; more are reached along the index of their order. */
const FEW = 10_000;
/** Up to so many of the other states stand between published ones on any page; more do so near the ends only. */
const BETWEEN = 2_000;
/** Comics up to which the database alone is quick enough. */
const SMALL = 100_000;
/** Seconds after which the index in memory is asked for again. */
const SOON = 5;
/** The orders the index in memory knows. */
const IN_MEMORY = {
  uploaded_at: 'uploaded_at',
  title: 'sort_title',
  pages: 'pages',
  favorites: 'favorites',
  views: 'views',
} as const;

/**
 * The ids of one page of the table and the exact total.
 *
 * @throws Problem `catalogue-warming`.
 */
export async function listPageIds(
  engines: Engines,
  listing: AdminListing,
  offset: number,
  limit: number,
): Promise<{ ids: number[]; total: number }> {
  if (listing.uploader !== null) return ownPage(engines, listing, offset, limit);
  const memory = await memoryFor(engines, listing);
  const others = otherStates(listing);
  const [published, rest] = [
    await countPublished(engines, memory, listing),
    others.length === 0 ? 0 : await countOthers(engines, listing),
  ];
  const total = published + rest;
  if (offset >= total) return { ids: [], total };
  const most = Math.min(limit, total - offset);
  // A page nearer to the end is reached from there.
  const reversed = offset > total / 2;
  const from = reversed ? total - offset - most : offset;
  const way = { ...listing, descending: listing.descending !== reversed };
  const counts = { published, rest };
  const ids = await findAcrossStates(engines, memory, way, counts, from, most);
  return { ids: reversed ? ids.reverse() : ids, total };
}

/** The ids of all comics of a listing, ascending. @throws Problem `catalogue-warming`. */
export async function listAllIds(engines: Engines, listing: AdminListing): Promise<number[]> {
  const { db } = engines;
  const states = listing.uploader === null ? otherStates(listing) : listing.states;
  const { rows } = await sql<{
    id: number;
  }>`select c.id from comics c where ${whereSql(listing, states, listing.loose)}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (listing.uploader === null && listing.states.includes('published')) {
    const memory = await memoryFor(engines, listing);
    if (memory) {
      const wanted = toWanted(listing, 'uploaded_at');
      ids.push(...memory.find(wanted, 0, memory.find(wanted, 0, 0).total).ids);
    } else {
      const { rows: published } = await sql<{
        id: number;
      }>`select c.id from comics c where ${whereSql(listing, ['published'], listing.condition)}`.execute(db);
      ids.push(...published.map(({ id }) => id));
    }
  }
  return [...new Set(ids)].sort((a, b) => a - b);
}

const lackingFor = perDatabase(() => new CatalogueMemo<number[]>({ most: 4, seconds: 60, isLarge: () => true }));

/** That a published comic has no term of a kind, whose terms are given: thousands of them, so what memory finds is remembered for a while. */
export async function lacksKindSql(
  { db, catalogue }: Engines,
  kind: TermKind,
  terms: readonly number[],
): Promise<Condition> {
  const memory = catalogue.ready();
  const condition = { not: { terms } };
  if (memory === null) return condition;
  const ids = await lackingFor(db).get(kind, await readChange(db), () => {
    const wanted = {
      rating: 'all',
      condition,
      sort: 'uploaded_at',
      descending: true,
      duration: 'all',
      start: 0,
    } as const;
    return Promise.resolve(memory.find(wanted, 0, memory.find(wanted, 0, 0).total).ids);
  });
  return { ids };
}

/** The index in memory; null where the library is small enough without. */
async function memoryFor({ db, catalogue }: Engines, { states }: AdminListing): Promise<MemoryCatalogue | null> {
  const memory = catalogue.ready();
  if (memory || !states.includes('published')) return memory;
  const { rows } = await sql<{
    count: number;
  }>`select safe + suggestive + explicit as count from term_counts where term_id = 0`.execute(db);
  if ((rows[0]?.count ?? 0) > SMALL) throw problem('catalogue-warming', { seconds: SOON });
  return null;
}

async function findAcrossStates(
  engines: Engines,
  memory: MemoryCatalogue | null,
  listing: AdminListing,
  { published, rest }: { published: number; rest: number },
  offset: number,
  limit: number,
): Promise<number[]> {
  const others = otherStates(listing);
  if (rest === 0) {
    if (memory && (listing.sort in IN_MEMORY || published <= FEW)) {
      const { ids, sorted, from } = foundIn(memory, listing, published, offset, limit);
      return sorted && listing.sort in IN_MEMORY
        ? ids
        : among(engines, listing, sql`select unnest(${ids}::int[])`, from, limit);
    }
    return along(engines, listing, ['published'], listing.condition, offset, limit);
  }
  if (published === 0) return along(engines, listing, others, listing.loose, offset, limit);
  // Each of the others may stand before the page: then as many published ones stand a place earlier.
  const first = rest <= BETWEEN ? Math.max(0, offset - rest) : 0;
  const reach = offset + limit;
  const found =
    memory && (listing.sort in IN_MEMORY || published <= FEW)
      ? foundIn(memory, listing, published, first, reach - first)
      : null;
  const shown = found
    ? withKeys(listing, sql`select unnest(${found.ids}::int[])`)
    : selectFirst(listing, ['published'], listing.condition, reach);
  const skipped = found ? first - found.from : 0;
  const between = selectFirst(listing, others, listing.loose, rest <= BETWEEN ? rest : reach);
  return selectPart(engines, listing, sql`(${shown}) union all (${between})`, offset - skipped, limit);
}

/** A page of published comics in memory, as `MemoryCatalogue.find` gives it; where it cannot sort so, all of them. */
function foundIn(
  memory: MemoryCatalogue,
  listing: AdminListing,
  published: number,
  offset: number,
  limit: number,
): { ids: number[]; sorted: boolean; from: number } {
  const { sort } = listing;
  if (sort in IN_MEMORY) {
    return memory.find(toWanted(listing, IN_MEMORY[sort as keyof typeof IN_MEMORY]), offset, limit);
  }
  return { ids: memory.find(toWanted(listing, 'uploaded_at'), 0, published).ids, sorted: false, from: offset };
}

function toWanted(listing: AdminListing, sort: (typeof IN_MEMORY)[keyof typeof IN_MEMORY]) {
  const coverless = listing.coverlessPublished === null ? EVERYTHING : { ids: listing.coverlessPublished };
  return {
    rating: 'all',
    condition: { all: [listing.condition, coverless] },
    sort,
    descending: listing.descending,
    duration: 'all',
    start: 0,
  } as const;
}

function otherStates({ states }: AdminListing): State[] {
  return states.filter((state) => state !== 'published');
}

async function countPublished(
  engines: Engines,
  memory: MemoryCatalogue | null,
  listing: AdminListing,
): Promise<number> {
  if (!listing.states.includes('published')) return 0;
  if (memory) return memory.find(toWanted(listing, 'uploaded_at'), 0, 0).total;
  return countWhere(engines, whereSql(listing, ['published'], listing.condition));
}

function countOthers(engines: Engines, listing: AdminListing): Promise<number> {
  return countWhere(engines, whereSql(listing, otherStates(listing), listing.loose));
}

async function countWhere({ db }: Engines, where: Part): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from comics c where ${where}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A page of one uploader's comics: gathered along the index of those who bring them. */
async function ownPage(
  engines: Engines,
  listing: AdminListing,
  offset: number,
  limit: number,
): Promise<{ ids: number[]; total: number }> {
  const where = whereSql(listing, listing.states, listing.loose);
  const total = await countWhere(engines, where);
  return { total, ids: await among(engines, listing, sql`select c.id from comics c where ${where}`, offset, limit) };
}

function whereSql({ uploader, coverless }: AdminListing, states: readonly State[], condition: Condition): Part {
  const [only, ...more] = states;
  // One state is part of the statement, so that the indexes of that state are used.
  const state =
    only !== undefined && more.length === 0
      ? sql`c.state = ${sql.lit(only)}`
      : sql`c.state = any(${[...states]}::text[])`;
  const partial = states.includes('published') ? sql`` : sql`and c.state <> 'published'`;
  return sql`${state} ${partial} ${uploader === null ? sql`` : sql`and c.uploader_id = ${uploader}`} ${coverless ? sql`and c.cover is null` : sql``} ${conditionSql(condition)}`;
}

/** The first comics of some states in the order wanted, with what they are sorted by, each state along its own index. */
function selectFirst(listing: AdminListing, states: readonly State[], condition: Condition, most: number): Part {
  const { key, stats, direction } = orderFor(listing);
  return sql.join(
    states.map(
      (state) => sql`
    (select c.id, ${key} as key from comics c ${stats} where ${whereSql(listing, [state], condition)}
      order by ${key} ${direction}, c.id ${direction} limit ${most})`,
    ),
    sql` union all `,
  );
}

/** Given comics with what they are sorted by. */
function withKeys(listing: AdminListing, ids: Part): Part {
  const { key, stats } = orderFor(listing);
  return sql`select c.id, ${key} as key from (${ids}) as g (id) join comics c on c.id = g.id ${stats}`;
}

/** A page of comics of some states, each state along its own index. */
function along(
  engines: Engines,
  listing: AdminListing,
  states: readonly State[],
  condition: Condition,
  offset: number,
  limit: number,
): Promise<number[]> {
  return selectPart(engines, listing, selectFirst(listing, states, condition, offset + limit), offset, limit);
}

/** A part of given comics in the order wanted. */
function among(engines: Engines, listing: AdminListing, ids: Part, offset: number, limit: number): Promise<number[]> {
  return selectPart(engines, listing, withKeys(listing, ids), offset, limit);
}

/** A part of comics that come with what they are sorted by. */
async function selectPart(
  { db }: Engines,
  listing: AdminListing,
  keyed: Part,
  offset: number,
  limit: number,
): Promise<number[]> {
  const { direction } = orderFor(listing);
  const { rows } = await sql<{ id: number }>`
    select g.id from (${keyed}) g order by g.key ${direction}, g.id ${direction} limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

function orderFor({ sort, descending }: AdminListing): { key: Part; stats: Part; direction: Part } {
  const counted = sort === 'views' || sort === 'favorites';
  return {
    key: sql.ref(
      sort === 'views'
        ? 's.total'
        : sort === 'favorites'
          ? 's.favorites'
          : `c.${sort === 'title' ? 'sort_title' : sort}`,
    ),
    stats: counted ? sql`join comic_stats s on s.comic_id = c.id` : sql``,
    direction: descending ? sql`desc` : sql`asc`,
  };
}
