import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Locale } from '#contract/locales.ts';
import { TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import { growingTo } from '#server/concurrency/growing-cache.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';

/** The facts that the cards of comics show of a term. */
export interface CachedTerm {
  id: number;
  kind: TermKind;
  slug: string;
  /** Untranslated. */
  name: string;
  names: Partial<Record<Locale, string>>;
  color: string | null;
  code: string | null;
  icon: string | null;
}

/** Terms that one process remembers; about 10 MB. */
const MAX_TERMS = 20_000;
/** Milliseconds after which a remembered term is read again in the background, and after which it is waited for. */
const [FRESH, GOOD] = [10_000, 15_000];
/** Terms that are read ahead at once, and ids of which. */
const [AHEAD, IDS_AT_ONCE] = [200, 2_000];
/** Milliseconds between two readings in the background, each of all terms that are due. */
const REFRESH_EVERY = 1_000;

/** The memory a process has of the terms of a database; moments are of its own clock, in milliseconds. */
interface Memory {
  terms: LRUCache<number, { term: CachedTerm; readAt: number }>;
  /** Of every term: it never changes. */
  kinds: Map<number, TermKind>;
  due: Set<number>;
  refreshedAt: number;
  learning: boolean;
}

const memories = new WeakMap<object, Memory>();
const everyMemory = new Set<WeakRef<Memory>>();

/**
 * Terms by id, from memory where possible and else with one query; ids that are no term are missing.
 *
 * A change made by this process shows at once, one made by another after 15 seconds at most.
 *
 * @param kinds leaves out terms of other kinds, and does not ask for those that are known to be.
 */
export async function termsById(
  db: Db,
  ids: Iterable<number>,
  kinds: readonly TermKind[] = TERM_KINDS,
): Promise<Map<number, CachedTerm>> {
  const memory = memoryFor(db);
  const now = performance.now();
  const found = new Map<number, CachedTerm>();
  const missing = new Set<number>();
  for (const id of ids) {
    // A list of comics has hundreds of terms, most of them of other kinds.
    const kind = memory.kinds.get(id);
    if (kind !== undefined && !kinds.includes(kind)) continue;
    if (found.has(id) || missing.has(id)) continue;
    // Those in use are read again all the time, which is what makes them the last ones to go.
    const known = memory.terms.peek(id);
    const age = known ? now - known.readAt : Infinity;
    if (known && age < GOOD) {
      found.set(id, known.term);
    } else {
      missing.add(id);
    }
    if (age >= FRESH && age < GOOD) {
      memory.due.add(id);
    }
  }
  if (missing.size > 0) {
    for (const term of await readTerms(db, memory, [...missing])) {
      if (kinds.includes(term.kind)) {
        found.set(term.id, term);
      }
    }
  }
  // Whoever waits for a page does not wait for these; what fails is asked for again.
  if (memory.due.size > 0 && now - memory.refreshedAt > REFRESH_EVERY) {
    refresh(db, memory, now);
  }
  if (missing.size > 0 && !memory.learning && kinds !== TERM_KINDS) {
    readAhead(db, memory, kinds);
  }
  return found;
}

async function readTerms(db: Db, { terms, kinds }: Memory, ids: readonly number[]): Promise<CachedTerm[]> {
  const readAt = performance.now();
  const { rows } = await sql<CachedTerm>`${sql.raw(PREPARED)}
    select t.id, t.kind, t.slug, t.name, t.color, t.code, t.icon,
      coalesce((select jsonb_object_agg(n.locale, n.name) from term_translations n where n.term_id = t.id), '{}') as names
    from terms t where t.id = any(${[...ids]}::int[])`.execute(db);
  for (const term of rows) {
    kinds.set(term.id, term.kind);
    terms.set(term.id, { term, readAt });
  }
  return rows;
}

function refresh(db: Db, memory: Memory, now: number): void {
  const ids = [...memory.due];
  memory.due.clear();
  memory.refreshedAt = now;
  void readTerms(db, memory, ids).catch(() => {});
}

/**
 * Reads the kinds of all terms, once, because most of what comics have is of kinds that cards do not name; and the
 * terms of the kinds that are named, so that no page waits for those that are seldom on one.
 */
function readAhead(db: Db, memory: Memory, named: readonly TermKind[]): void {
  memory.learning = true;
  const read = async () => {
    const ids: number[] = [];
    for (const kind of TERM_KINDS) {
      const isNamed = named.includes(kind);
      for await (const part of idsOfKind(db, kind)) {
        for (const id of part) {
          memory.kinds.set(id, kind);
          if (isNamed && ids.length < MAX_TERMS / 2 && !memory.terms.has(id)) {
            ids.push(id);
          }
        }
      }
    }
    for (let from = 0; from < ids.length; from += AHEAD) {
      await readTerms(db, memory, ids.slice(from, from + AHEAD));
    }
  };
  void read().catch(() => {
    memory.learning = false;
  });
}

/** The ids of all terms of a kind, so many at a time that others wait for a millisecond: of 40,000 at once they wait for twenty. */
async function* idsOfKind(db: Db, kind: TermKind): AsyncGenerator<readonly number[]> {
  for (let after = 0, whole = true; whole;) {
    const { rows } = await sql<{ id: number }>`
      select id from terms where kind = ${kind} and id > ${after} order by id limit ${IDS_AT_ONCE}`.execute(db);
    yield rows.map(({ id }) => id);
    whole = rows.length === IDS_AT_ONCE;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The name a reader of a locale sees. */
export function displayName(term: Pick<CachedTerm, 'name' | 'names'>, locale: Locale): string {
  return term.names[locale] ?? term.name;
}

/** Makes this process read a term again; call it when one was changed. */
export function forgetTerm(id: number): void {
  for (const reference of everyMemory) {
    const memory = reference.deref();
    if (memory) {
      memory.terms.delete(id);
    } else {
      everyMemory.delete(reference);
    }
  }
}

function memoryFor(db: Db): Memory {
  const known = memories.get(db);
  if (known) return known;
  const memory: Memory = {
    terms: new LRUCache(growingTo(MAX_TERMS)),
    kinds: new Map(),
    due: new Set(),
    refreshedAt: 0,
    learning: false,
  };
  memories.set(db, memory);
  everyMemory.add(new WeakRef(memory));
  return memory;
}
