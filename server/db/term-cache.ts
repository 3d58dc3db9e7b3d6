import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Locale } from '#contract/locales.ts';
import { TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import type { Db } from './database.ts';
import { KEPT } from './kysely.ts';

/** What the cards of comics say about a term. */
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
const MOST_TERMS = 20_000;
/** Milliseconds after which a term that another process changed is read again. */
const REMEMBERED = 15_000;

const caches = new WeakMap<object, LRUCache<number, CachedTerm>>();
const everyCache = new Set<WeakRef<LRUCache<number, CachedTerm>>>();
/** The kind of every term that was ever read, by database: it never changes. */
const everyKind = new WeakMap<object, Map<number, TermKind>>();

/**
 * Terms by id, from memory where possible and else with one query; ids that are no term are missing.
 *
 * A change made by this process shows at once, one made by another after 15 seconds at most.
 *
 * @param kinds leaves out terms of other kinds, and does not ask for those that are known to be.
 */
export async function termsById(db: Db, ids: Iterable<number>, kinds: readonly TermKind[] = TERM_KINDS): Promise<Map<number, CachedTerm>> {
  const cache = cacheOf(db);
  const kindOf = kindsOf(db);
  const found = new Map<number, CachedTerm>();
  const missing: number[] = [];
  for (const id of new Set(ids)) {
    const kind = kindOf.get(id);
    if (kind !== undefined && !kinds.includes(kind)) { continue; }
    const known = cache.get(id);
    if (known) { found.set(id, known); } else { missing.push(id); }
  }
  if (missing.length > 0) {
    const { rows } = await sql<CachedTerm>`${sql.raw(KEPT)}
      select t.id, t.kind, t.slug, t.name, t.color, t.code, t.icon,
        coalesce((select jsonb_object_agg(n.locale, n.name) from term_translations n where n.term_id = t.id), '{}') as names
      from terms t where t.id = any(${missing}::int[])`.execute(db);
    for (const row of rows) {
      kindOf.set(row.id, row.kind);
      cache.set(row.id, row);
      if (kinds.includes(row.kind)) { found.set(row.id, row); }
    }
  }
  return found;
}

/** The name a reader of a locale sees. */
export function nameOf(term: Pick<CachedTerm, 'name' | 'names'>, locale: Locale): string {
  return term.names[locale] ?? term.name;
}

/** Makes this process read a term again; call it when one was changed. */
export function forgetTerm(id: number): void {
  for (const reference of everyCache) {
    const cache = reference.deref();
    if (cache) { cache.delete(id); } else { everyCache.delete(reference); }
  }
}

function kindsOf(db: Db): Map<number, TermKind> {
  const known = everyKind.get(db) ?? new Map<number, TermKind>();
  everyKind.set(db, known);
  return known;
}

function cacheOf(db: Db): LRUCache<number, CachedTerm> {
  const known = caches.get(db);
  if (known) { return known; }
  const cache = new LRUCache<number, CachedTerm>({ max: MOST_TERMS, ttl: REMEMBERED });
  caches.set(db, cache);
  everyCache.add(new WeakRef(cache));
  return cache;
}
