import type { KindPath, Term, TermKind } from '#contract/taxonomy.ts';
import { apiGet } from '#web/platform/api/api.ts';

/** The kinds with a block on the landing page, in its order. */
export const LANDING = [
  ['tags', 'tag'],
  ['groups', 'group'],
  ['parodies', 'parody'],
  ['characters', 'character'],
  ['artists', 'artist'],
] as const satisfies readonly (readonly [KindPath, TermKind])[];
export type LandingPath = (typeof LANDING)[number][0];

/** A term as a block shows it. */
export type LandingTerm = Pick<Term, 'id' | 'slug' | 'name' | 'color'>;

/** Items of a block. */
const ITEMS = 12;

/**
 * The terms of a kind that most comics have.
 *
 * @throws ApiFailure when they cannot be had.
 */
export async function loadLanding(path: LandingPath, request?: Request): Promise<LandingTerm[]> {
  const terms = await apiGet<Term[]>(`/${path}`, {
    ...(request ? { request } : {}),
    params: { sort: 'comics_count', per_page: ITEMS, landing: true },
  });
  return terms.map(({ id, slug, name, color }) => ({ id, slug, name, ...(color ? { color } : {}) }));
}
