import type { Db } from '#server/db/database.ts';
import type { Seeing } from '#server/db/visible.ts';
import type { Condition } from '#server/search/condition.ts';
import type { Hint, Parsed } from '#server/search/query.ts';

/** A search with everything looked up. */
export interface Resolved {
  condition: Condition;
  /** Terms asked for by their own name or in their own kind: they are not hidden from this search. */
  asked: number[];
  hints: Hint[];
}

/** What a comic must be for a search to find it; `hints` are those of the parser and its own. */
export async function resolveQuery(_db: Db, _seeing: Seeing, parsed: Parsed, _now: Date): Promise<Resolved> {
  return { condition: { all: parsed.words.map((text) => ({ text })) }, asked: [], hints: parsed.hints };
}
