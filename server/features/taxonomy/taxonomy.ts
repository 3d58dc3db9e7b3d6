/** The parts that other features may use of the taxonomy: terms by name, what is said about them, and the languages there are. */
import { problem } from '#contract/problems.ts';
import { KIND_PATHS, type TermKind } from '#contract/taxonomy.ts';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { findTerm, type DetailedTerm } from './public/queries-terms.ts';

/**
 * The term at an address of the site, by slug or id.
 *
 * @throws Problem `route-not-found` for a kind that is off, `term-not-found`.
 */
export async function termAt(
  deps: Pick<Deps, 'reads' | 'catalogue'>,
  viewing: RequestContext,
  kind: TermKind,
  slug: string,
): Promise<DetailedTerm> {
  if (!viewing.site.features.includes(KIND_PATHS[kind])) throw problem('route-not-found');
  const term = await findTerm(deps.reads, deps.catalogue.ready(), viewing, viewing.locale, kind, slug);
  if (term === null) throw problem('term-not-found');
  return term;
}
