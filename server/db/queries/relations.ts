import { sql, type RawBuilder } from 'kysely';
import { INVERSE_RELATIONS, type RelationKind } from '#contract/comics.ts';
import { listedComics, visibleComics } from '#server/db/visible.ts';

/** A comic that another one is related to: what it is to that one. */
export interface RelationRow {
  id: number;
  kind: RelationKind;
}

/** The kinds that are stored; the others are those seen from the other comic. */
export const STORED_RELATIONS = [
  'sequel',
  'side_story',
  'spin_off',
  'adaptation',
  'alternative',
  'same_world',
] as const;

const INVERSE = sql`case r.kind ${sql.join(
  STORED_RELATIONS.map((kind) => sql`when ${sql.lit(kind)} then ${sql.lit(INVERSE_RELATIONS[kind])}`),
  sql` `,
)} end`;

/** The comics, whatever their state, that one is related to, in place of a table with the columns `id` and `kind`. */
export function relationsFor(comic: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select r.other_id as id, r.kind from comic_relations r where r.comic_id = ${comic}
    union all select r.comic_id, ${INVERSE} from comic_relations r where r.other_id = ${comic})`;
}

/** A query of the ids of the comics that have one of these kinds of relation to a work that is published, with `safe` to one that is rated safe. */
export function relatedComicIds(kinds: readonly RelationKind[], rating: 'safe' | 'all'): RawBuilder<unknown> {
  const shown = visibleComics(listedComics(rating));
  const inverse = kinds.map((kind) => INVERSE_RELATIONS[kind]);
  return sql`(select r.comic_id from comic_relations r join ${shown} o on o.id = r.other_id where r.kind = any(${[...kinds]}::text[])
    union all
    select r.other_id from comic_relations r join ${shown} o on o.id = r.comic_id where r.kind = any(${inverse}::text[]))`;
}
