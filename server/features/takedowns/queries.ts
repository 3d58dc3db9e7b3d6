import { sql } from 'kysely';
import { localPaths } from '#contract/addresses.ts';
import type { Variant } from '#contract/site.ts';
import type { NewTakedown, Takedown, TakedownScope, TakedownState } from '#contract/takedowns.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { comicAt } from '#server/db/queries/comic-address.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';
import { reachableComics } from '#server/db/visible.ts';
import { COUNTER } from './public/queries-counter.ts';

/** The work or page that an address of the site names. */
export interface NamedWork {
  comic_id: number;
  chapter_id: number | null;
  page_id: number | null;
  title: string;
}

/** The comic, chapter and page that the parts of an address name, as far as they are named and there; null for no comic. */
export async function findNamed(
  db: Db,
  { comic, chapter, page }: { comic: string; chapter: string | null; page: number | null },
): Promise<NamedWork | null> {
  const at = comicAt(comic);
  if (at === null) return null;
  const {
    rows: [row],
  } = await sql<NamedWork>`
    select c.id as comic_id, c.title, h.id as chapter_id, p.id as page_id from ${reachableComics('everyone')} c
    left join chapters h on h.comic_id = c.id
    and (h.slug = ${chapter} or h.id = (select s.chapter_id from chapter_slugs s where s.comic_id = c.id
        and s.slug = ${chapter})
      or ${chapter}::text is null and c.oneshot and ${page}::int is not null)
    left join pages p on p.chapter_id = h.id and p.number = ${page}::int where ${at} and c.state <> 'removed'
    order by h.slug = ${chapter} desc nulls last limit 1`.execute(db);
  return row ?? null;
}

/** Writes a notice down. @returns its id. */
export async function insertTakedown(
  db: Db,
  notice: NewTakedown,
  named: NamedWork,
  { userId, locale, site }: { userId: number | null; locale: string; site: string },
): Promise<number> {
  const { signature, work, location, scope, name, company, address, phone, email, statement } = notice;
  const {
    rows: [row],
  } = await sql<{ id: number }>`
    insert into takedowns (scope, comic_id, chapter_id, page_id, title, claimant, statement, work, location, signature, locale, user_id, site)
    values (${scope}, ${named.comic_id}, ${scope === 'chapter' || scope === 'page' ? named.chapter_id : null}, ${scope === 'page' ? named.page_id : null}, ${named.title},
      ${JSON.stringify({ name, company, address, phone, email })}::jsonb, ${statement}, ${work}, ${location},
      ${signature}, ${locale}, ${userId}, ${site}) returning id`.execute(db);
  return row!.id;
}

/** A notice as it is decided about. */
export interface TakedownRow {
  id: number;
  scope: TakedownScope;
  state: TakedownState;
  comic_id: number | null;
  chapter_id: number | null;
  page_id: number | null;
  claimant: Partial<Takedown['claimant']> & { email?: string; name: string };
  locale: string | null;
  site: string | null;
  before: { comics?: number[] };
  title: string;
  work: string;
  location: string;
  statement: string;
  owner_id: number | null;
}

/** A notice, held until the transaction ends; null for none. */
export async function holdTakedown(tx: Tx, id: number): Promise<TakedownRow | null> {
  const {
    rows: [row],
  } = await sql<TakedownRow>`
    select id, scope, state, comic_id, chapter_id, page_id, claimant, locale, site, before, title, work, location,
    statement, owner_id from takedowns where id = ${id} for update`.execute(tx);
  return row ?? null;
}

/** Writes down what became of a notice, whom it hit, and what it took to put it back. */
export async function moveTakedown(
  tx: Tx,
  id: number,
  {
    state,
    outcome,
    by,
    at,
    before,
    owner,
  }: { state: TakedownState; outcome: string; by: number | null; at: Date; before: object; owner: number | null },
): Promise<void> {
  const restored = state === 'restored';
  // When it was decided stays as it was: what comes back is no new decision about the notice.
  await sql`
    update takedowns set state = ${state}, outcome = ${outcome}, decided_by = coalesce(${by}::int, decided_by),
    before = ${JSON.stringify(before)}::jsonb, owner_id = ${owner},
      decided_at = case when ${restored} then decided_at else ${at.toISOString()}::timestamptz end,
      restored_at = case when ${restored} then ${at.toISOString()}::timestamptz end
    where id = ${id}`.execute(tx);
}

/** Of `e`: whether another notice than one keeps it removed. */
const heldBesides = (id: number) =>
  sql`exists (select from takedowns s where s.id <> ${id} and s.state in ('upheld', 'countered') and s.before->'comics' @> to_jsonb(e.id))`;

/** A comic and its editions in other languages, but for those that something else than a notice removed already. */
export async function listEditions(
  tx: Tx,
  comicId: number,
  noticeId: number,
): Promise<{ id: number; removed: boolean }[]> {
  const { rows } = await sql<{ id: number; removed: boolean }>`
    select e.id, e.state = 'removed' as removed from comics c join comics e on e.id = c.id or e.work_key = c.work_key
    where c.id = ${comicId} and (e.state <> 'removed' or ${heldBesides(noticeId)}) order by e.id`.execute(tx);
  return rows;
}

/** Which of some comics are removed now, by no other notice, and were not removed anew since this one was decided. */
export async function removedAmong(tx: Tx, ids: readonly number[], noticeId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from comics e join takedowns t on t.id = ${noticeId}
    where e.id = any(${[...ids]}::int[]) and e.state = 'removed' and e.removed_at <= t.decided_at and not ${heldBesides(noticeId)} order by e.id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Puts a plate where the pages of a chapter, or one of them, show their pictures; covers that showed one of them show the plate. */
export async function withholdPages(
  tx: Tx,
  takedownId: number,
  where: { chapter: number } | { page: number },
  plate: string,
): Promise<number> {
  const which = 'page' in where ? sql`p.id = ${where.page}` : sql`p.chapter_id = ${where.chapter}`;
  const { rows } = await sql`
    insert into withheld_pages (page_id, takedown_id, image) select p.id, ${takedownId}, p.image from pages p where ${which} and p.image <> ${plate}
    on conflict do nothing returning page_id`.execute(tx);
  await sql`
    update comics c set cover = ${plate}, updated_at = now() where c.cover in (select w.image from withheld_pages w where w.takedown_id = ${takedownId})
      and c.id in (select h.comic_id from withheld_pages w join pages p on p.id = w.page_id
        join all_chapters h on h.id = p.chapter_id where w.takedown_id = ${takedownId})`.execute(tx);
  await sql`update pages p set image = ${plate} from withheld_pages w where w.page_id = p.id and w.takedown_id = ${takedownId}`.execute(
    tx,
  );
  return rows.length;
}

/**
 * Puts the pictures back that a notice took away, but for those that another one is about, too: they are its from now
 * on. A cover that shows what stood in their place is the first page again; any other stays.
 */
export async function returnPages(tx: Tx, takedownId: number): Promise<number> {
  await sql`
    update withheld_pages w set takedown_id = s.id from pages p, takedowns s
    where w.takedown_id = ${takedownId} and p.id = w.page_id and s.id <> ${takedownId} and s.state in ('upheld', 'countered')
      and (s.page_id = p.id or s.scope = 'chapter' and s.chapter_id = p.chapter_id)`.execute(tx);
  await sql`
    update comics c set updated_at = now(), cover = coalesce((
        select coalesce(w.image, p.image) from all_chapters h join pages p on p.chapter_id = h.id
        left join withheld_pages w on w.page_id = p.id and w.takedown_id = ${takedownId}
        where h.comic_id = c.id order by h.position, h.id, p.number limit 1), c.cover)
    where c.id in (
      select h.comic_id from withheld_pages w join pages p on p.id = w.page_id join all_chapters h on h.id = p.chapter_id
      where w.takedown_id = ${takedownId} and p.image = c.cover)`.execute(tx);
  await sql`update pages p set image = w.image from withheld_pages w where w.page_id = p.id and w.takedown_id = ${takedownId}`.execute(
    tx,
  );
  const { rows } = await sql`delete from withheld_pages where takedown_id = ${takedownId} returning page_id`.execute(
    tx,
  );
  return rows.length;
}

/** A page of notices, the newest first; or one by its id. */
export async function listTakedowns(
  db: Db,
  variant: Variant,
  { state, id }: { state: TakedownState | 'all'; id?: number },
  offset: number,
  limit: number,
): Promise<{ rows: Takedown[]; total: number }> {
  const condition = sql`${state === 'all' ? sql`true` : sql`t.state = ${state}`} and ${id === undefined ? sql`true` : sql`t.id = ${id}`}`;
  const { rows } = await sql<Omit<Takedown, 'path'> & { slug: string | null }>`
    select t.id, t.scope, t.state, t.title, t.work, t.location, t.signature, t.claimant, t.statement, t.outcome, d.username as decided_by,
      ${isoMoment(sql`t.decided_at`)} as decided_at, ${isoMoment(sql`t.created_at`)} as created_at, m.slug,
      o.username as owner, (select count(*)::int from takedowns s where s.owner_id = t.owner_id
        and s.state in ('upheld', 'countered') and s.decided_at > now() - interval '12 months') as strikes,
      ${COUNTER} || jsonb_build_object('sender', c.sender, 'signature', c.signature, 'statement', c.statement) as counter
    from takedowns t left join users d on d.id = t.decided_by left join ${reachableComics('everyone')} m on m.id = t.comic_id
    left join users o on o.id = t.owner_id and o.deleted_at is null left join counter_notices c on c.takedown_id = t.id
    where ${condition} order by t.id desc limit ${limit} offset ${offset}`.execute(db);
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from takedowns t where ${condition}`.execute(db);
  const to = localPaths(variant);
  return {
    rows: rows.map(({ slug, ...row }) => ({ ...row, path: slug && to.comic(slug) })),
    total: counted?.total ?? 0,
  };
}
