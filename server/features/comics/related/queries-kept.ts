import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';
import { cardRows, type CardRow } from '#server/db/queries/cards.ts';
import { visibleComics } from '#server/db/visible.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { FoundComic } from '#server/features/comics/public/queries-one.ts';
import type { RelatedComics } from './queries-candidates.ts';
import { MAX_SHOWN, READABLE } from './rules.ts';

/** Days after which what was found for a comic that did not change is found anew: works that came since may share more. */
const GOOD_DAYS = 30;

/** A comic as it is looked at to find what is like it, and the version that its related comics are kept for; 0 before there is one. */
export interface VersionedComic {
  id: number;
  terms: number[];
  work_key: string | null;
  version: number;
}

/** The cards of those of some comics that this viewer sees, twelve at most: of each work one edition. */
export function relatedCards(
  db: Db,
  viewing: RequestContext,
  { terms, work_key: work }: FoundComic,
  { ids, scores }: RelatedComics,
): Promise<CardRow[]> {
  // Of each work the edition that the reader can read, else the one that shares most.
  const readable = sql`array(select t.id from terms t where t.kind = 'language' and (t.code = ${viewing.locale} or t.id = any(${terms}::int[])))`;
  return cardRows(
    db,
    viewing.locale,
    viewing.blocked,
    sql`select w.id from (
      select distinct on (coalesce(c.work_key, c.id::text)) c.id,
        k.score * case when c.terms && ${readable} then ${sql.lit(READABLE)} else 1 end as score
      from unnest(${ids}::int[], ${scores}::real[]) k (id, score) join ${visibleComics(viewing)} c on c.id = k.id
      where c.work_key is null or c.work_key is distinct from ${work}
      order by coalesce(c.work_key, c.id::text), score desc, c.id desc) w
    order by w.score desc, w.id desc limit ${sql.lit(MAX_SHOWN)}`,
    sql``,
    PREPARED,
  );
}

/**
 * Keeps what was found for a version of a comic, unless it has changed since. Comics that it is like may be like it: where
 * it is new or changed, those that were looked at before are put in line.
 */
export async function keepRelated(
  db: Db,
  { id, version }: Pick<VersionedComic, 'id' | 'version'>,
  { ids, scores }: RelatedComics,
): Promise<void> {
  // Version 0: nothing was kept of it before, so nobody was told that it changed.
  await sql`${sql.raw(PREPARED)}
    with put_in_line as (
      update related_comics set due_at = now() where ${version}::bigint > 0 and comic_id in (
        select r.comic_id from related_comics n join related_comics r on r.comic_id = any(${ids}::int[])
        where n.comic_id = ${id} and n.version = ${version} and n.ids is null and r.found_at < n.due_at and r.due_at > now()
          and r.comic_id <> ${id}
        for update of r skip locked))
    insert into related_comics as r (comic_id, ids, scores, found_at, due_at)
    select c.id, ${ids}::int[], ${scores}::real[], now(), now() + make_interval(days => ${GOOD_DAYS}) from comics c where c.id = ${id}
    on conflict (comic_id) do update set ids = excluded.ids, scores = excluded.scores, found_at = excluded.found_at, due_at = excluded.due_at
    where r.version = ${version}`.execute(db);
}

/** Comics whose related ones are to be found, or found anew; those first that wait longest. */
export async function listDue(db: Db, most: number): Promise<VersionedComic[]> {
  const { rows } = await sql<VersionedComic>`
    select c.id, c.terms, c.work_key, r.version from related_comics r join comics c on c.id = r.comic_id
    where r.due_at <= now() order by r.due_at, r.comic_id limit ${most}`.execute(db);
  return rows;
}
