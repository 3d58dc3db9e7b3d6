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

/** Items of a block. */
const ITEMS = 12;

/**
 * The terms of a kind that most comics have.
 *
 * @throws ApiFailure when they cannot be had.
 */
export function loadLanding(path: LandingPath, request?: Request): Promise<Term[]> {
  return apiGet<Term[]>(`/${path}`, {
    ...(request ? { request } : {}),
    params: { sort: 'comics_count', per_page: ITEMS, landing: true },
  });
}
