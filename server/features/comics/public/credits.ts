import { KIND_PATHS, TERM_KINDS, type TermKind } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import { displayName, termsById } from '#server/db/queries/term-cache.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';

/** A term of a comic by its name in the reader's language. */
export interface Credit {
  kind: TermKind;
  slug: string;
  name: string;
  code: string | null;
}

/** The terms of each of some comics, in their order, of the kinds that the site has switched on. */
export async function listCredits(
  db: Db,
  viewing: Pick<RequestContext, 'site' | 'locale'>,
  rows: readonly { terms: readonly number[] }[],
): Promise<Credit[][]> {
  const kinds = TERM_KINDS.filter((kind) => viewing.site.features.includes(KIND_PATHS[kind]));
  const terms = await termsById(
    db,
    rows.flatMap((row) => row.terms),
    kinds,
  );
  const credits = new Map<number, Credit>();
  for (const [id, term] of terms) {
    credits.set(id, { kind: term.kind, slug: term.slug, name: displayName(term, viewing.locale), code: term.code });
  }
  return rows.map((row) => {
    const own: Credit[] = [];
    for (const id of row.terms) {
      const credit = credits.get(id);
      if (credit !== undefined) own.push(credit);
    }
    return own;
  });
}

/** Who made a work: its artists and authors, each once, else its groups. */
export function makerNames(credits: readonly Credit[]): string[] {
  const named = (...kinds: string[]) => [
    ...new Set(credits.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)),
  ];
  const people = named('author', 'artist');
  return people.length > 0 ? people : named('group');
}
