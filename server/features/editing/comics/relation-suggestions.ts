import type { RelationKind } from '#contract/comics.ts';
import type { AdminRelation } from '#contract/editing.ts';
import type { Deps } from '#server/deps.ts';
import { NOBODY } from '#server/db/visible.ts';
import { findComicsByTitle } from '#server/features/comics/public/title-search.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { listRelatable, ownTitle } from './queries-relations.ts';
import { titleStem } from './title-stem.ts';

/** Works that are looked at, and that are suggested at most. */
const [MAX_FOUND, MAX_SUGGESTED] = [60, 8];
/** Letters that a stem has at least: shorter ones are a word of too many titles. */
const MIN_STEM = 3;

/**
 * Published works that a comic may stand together with, as their titles agree but for the number of a part or what follows it: in the same language, not of the
 * same work, not related to it yet, and such as `by` may edit. The number says which comes first; without, they are of the same world.
 */
export async function suggestRelations(
  deps: Pick<Deps, 'db' | 'reads' | 'database' | 'catalogue'>,
  viewing: RequestContext,
  by: number,
  comicId: number,
): Promise<AdminRelation[]> {
  const own = titleStem(await ownTitle(deps.db, comicId));
  if (own.stem.length < MIN_STEM && !/[^\u0000-\u02ff]{2}/.test(own.stem)) return [];
  const everything: RequestContext = { ...viewing, rating: 'all', hidden: [], blocked: NOBODY };
  const found = await findComicsByTitle(deps, everything, own.stem, MAX_FOUND);
  const parts = new Map(
    found
      .map(({ id, title_original: title }) => [id, titleStem(title)] as const)
      .filter(([, { stem }]) => stem === own.stem)
      .map(([id, { part }]) => [id, part]),
  );
  const works = await listRelatable(deps.db, by, comicId, [...parts.keys()]);
  return works
    .map((work) => ({
      ...work,
      kind: relationBetween(own.part, parts.get(work.id) ?? null),
      part: parts.get(work.id) ?? 1,
    }))
    .sort((a, b) => a.part - b.part || a.id - b.id)
    .slice(0, MAX_SUGGESTED)
    .map(({ part: _part, ...work }) => work);
}

/** A title without a number is that of the first part where another has one. */
function relationBetween(own: number | null, other: number | null): RelationKind {
  if (own === other || (own ?? 1) === (other ?? 1)) return 'same_world';
  return (other ?? 1) > (own ?? 1) ? 'sequel' : 'prequel';
}
