import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '#server/db/database.ts';
import {
  blockedChapterFor,
  listedComics,
  readsPremiumComic,
  visibleComics,
  withinLimits,
  type PageVisibilityScope,
} from '#server/db/visible.ts';
import { emitWebhooks } from '#server/features/webhooks/public/webhook-events.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { PUSH_JOB, RELEASES_JOB } from '#server/features/notifications/jobs.ts';

/**
 * Something new of a comic. `from` is the `release` of the first new chapter, `fresh` says that the whole comic is new, `opened`
 * that this one chapter was for some only until now.
 */
export interface Release {
  comic_id: number;
  from: number;
  fresh: boolean;
  opened?: boolean;
}

/** Milliseconds in which what is new of a comic is told at once. */
const BURST = 60_000;

/**
 * Says, in the transaction that publishes a comic or adds a chapter to a published one, that its followers are to be
 * told: those of the comic, of a new one (`fresh`) also those of its terms, and of a chapter those of its groups. Nothing is put in line where nobody
 * follows. What comes within the same minute is told together, a minute after it ended. Webhooks are told of each.
 */
export async function announceRelease(tx: Tx, release: Release, now: Date): Promise<void> {
  const { comic_id, from, fresh } = release;
  if (fresh) {
    await emitWebhooks(tx, 'comic.published', { comic_id });
    await noteNewComic(tx, comic_id);
  } else {
    const { rows } = await sql<{ id: number }>`
      select id from chapters where comic_id = ${comic_id} and release = ${from}`.execute(tx);
    await emitWebhooks(
      tx,
      'chapter.published',
      rows.map(({ id }) => ({ comic_id, chapter_id: id })),
    );
  }
  await putInLine(tx, release, now);
}

/** Has a new comic looked at for the searches that are followed; nothing where none is. */
async function noteNewComic(tx: Tx, comicId: number): Promise<void> {
  await sql`insert into new_comics (comic_id) select ${comicId}::int
    where exists (select from saved_searches where followed_at is not null) on conflict do nothing`.execute(tx);
}

/**
 * Says, in the transaction that ends the early access of a chapter, that the followers of its comic are to be told who
 * could not read it before. Webhooks hear of it from whoever ends it.
 */
export async function announceOpened(
  tx: Tx,
  { comic_id, chapter_id }: { comic_id: number; chapter_id: number },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ from: number }>`
    select release as "from" /* from is never null: the order in which they came out, or their ids */
    from chapters where id = ${chapter_id}`.execute(tx);
  for (const { from } of rows) {
    await putInLine(tx, { comic_id, from, fresh: false, opened: true }, now);
  }
}

async function putInLine(tx: Tx, release: Release, now: Date): Promise<void> {
  const {
    rows: [found],
  } = await sql<{ followed: boolean }>`
    select exists (select from follows f where f.comic_id = c.id)
      or exists (select from follows f where f.term_id = any(${newTerms(release)})) as followed
    from ${visibleComics(EVERYONE)} c where c.id = ${release.comic_id}`.execute(tx);
  if (!found?.followed) return;
  const burst = Math.floor(now.getTime() / BURST);
  await enqueue(tx, RELEASES_JOB.kind, release, {
    key: `${release.comic_id}:${release.opened ? `${release.from}:` : ''}${burst}`,
    runAt: new Date((burst + 2) * BURST),
  });
}

const EVERYONE = listedComics('all');

/** Whose followers a release is told to besides those of the comic `c`: of a new one its terms, of chapters the groups that made them. */
function newTerms({ fresh, from, opened = false, to = opened ? from : null }: Release & { to?: number | null }) {
  return fresh
    ? sql`c.terms`
    : sql`array(select g.term_id from chapters n join chapter_groups g on g.chapter_id = n.id
        where n.comic_id = c.id and n.release >= ${from} and n.release <= coalesce(${to}::int, n.release))`;
}

/** The `release` of the last new chapter; null where the comic is not listed any more. */
export async function lastOfRelease(db: Db, { comic_id: id, from, opened = false }: Release): Promise<number | null> {
  const {
    rows: [found],
  } = await sql<{ last: number | null }>`
    select (select max(h.release) from chapters h where h.comic_id = c.id and h.release >= ${from} and (h.release = ${from} or not ${opened}::boolean)) as last
    from ${visibleComics(EVERYONE)} c where c.id = ${id}`.execute(db);
  return found?.last ?? null;
}

/** Who was told, and whether a browser of theirs is to be told. */
export interface ReleaseRecipient {
  id: number;
  user_id: number;
  push: boolean;
}

/**
 * Tells the next followers, in order of their number, of a release: one notification a comic, which takes up what is
 * new until it is read.
 *
 * Left out are those who do not want to hear of releases, who hide one of the comic's terms or have blocked who made what
 * is new, and of the followers of a term those whom lists do not show the comic. Of chapters in early access only those hear who may read them; the others
 * hear once they open (`announceOpened`).
 *
 * @param site whose readers of premium works those are.
 * @param gate to whom explicit works are told: whether also to who has not chosen, and who vouches for their age where someone must.
 * @returns the last follower that was looked at (null after the last one), and who was told.
 */
export async function notifyFollowers(
  tx: Tx,
  release: Release & { to: number },
  site: PageVisibilityScope['site'] & { readonly hasGroups: boolean },
  gate: ReleaseGate,
  after: number,
  most: number,
): Promise<{ last: number | null; told: ReleaseRecipient[] }> {
  const { comic_id: id, from, to, fresh, opened = false } = release;
  const early = readsPremiumComic(site);
  const {
    rows: [chunk],
  } = await sql<{ ids: number[] | null }>`
    select array_agg(user_id order by user_id) as ids from (
      select f.user_id from follows f where f.user_id > ${after} and (f.comic_id = ${id}
        or f.term_id = any((select ${newTerms(release)} from ${visibleComics(EVERYONE)} c where c.id = ${id})::int[]))
      group by f.user_id order by f.user_id limit ${most}) as next`.execute(tx);
  const ids = chunk?.ids ?? [];
  if (ids.length === 0) return { last: null, told: [] };
  const { rows: told } = await sql<ReleaseRecipient>`
    insert into notifications as n (user_id, kind, payload)
    select u.id, 'release', jsonb_build_object(
      'comic_id', c.id, 'from', h.first, 'to', h.last, 'fresh', ${fresh}::boolean, 'early', ${fresh}::boolean or ${early}, 'term_id', f.term)
    from ${visibleComics(EVERYONE)} c
    join users u on u.id = any(${ids}::int[])
    join lateral (
      select bool_or(f.comic_id = c.id) as comic, min(f.term_id) as term from follows f
      where f.user_id = u.id and (f.comic_id = c.id or f.term_id = any(${newTerms(release)}))) f on true
    join lateral (
      select min(h.release) as first, max(h.release) as last from chapters h
      where h.comic_id = c.id and h.release between ${from} and ${to} and (not h.pending or ${fresh}::boolean or ${early})
        and not ${blockedChapterFor(sql`u.id`, site.hasGroups)}) h on h.last is not null
    where c.id = ${id} and not (${opened}::boolean and ${early}) and u.deleted_at is null and u.banned_at is null
      and coalesce((u.settings->'notifications'->>'releases')::boolean, true)
      and (coalesce(f.comic, false) or ${asksForRating(gate)})
      and not exists (select from hidden_terms h where h.user_id = u.id and h.term_id = any(c.terms)) and ${withinLimits(sql`u.id`)}
    order by u.id
    on conflict (user_id, ((payload->>'comic_id')::int)) where kind = 'release' and read_at is null do update set
      payload = n.payload || jsonb_build_object(
        'to', greatest((n.payload->>'to')::int, (excluded.payload->>'to')::int), 'from', least((n.payload->>'from')::int, (excluded.payload->>'from')::int),
        'early', excluded.payload->'early'),
      created_at = now()
      where (n.payload->>'to')::int < (excluded.payload->>'to')::int or (n.payload->>'from')::int > (excluded.payload->>'from')::int
    returning n.id::int, n.user_id, exists (select from push_subscriptions p where p.user_id = n.user_id) as push`.execute(
    tx,
  );
  return { last: ids.at(-1) ?? null, told };
}

/** Has the browsers told of those who were told and want that. */
export async function enqueuePush(tx: Tx, told: readonly ReleaseRecipient[]): Promise<void> {
  const notifications = told.flatMap(({ id, push }) => (push ? [id] : []));
  if (notifications.length > 0) {
    await enqueue(tx, PUSH_JOB.kind, { notifications });
  }
}

/** To whom explicit works are told. */
export interface ReleaseGate {
  /** Also to who has not chosen. */
  unasked: boolean;
  /** Who vouches for their age where someone must; null where nobody needs to. */
  provider: string | null;
}

/** Of `u` and the comic `c`: whether they want to be told of its rating, and may be. */
export function asksForRating({ unasked, provider }: ReleaseGate): RawBuilder<boolean> {
  const checked =
    provider === null
      ? sql``
      : sql`and exists (select from age_passes g where g.user_id = u.id and g.provider = ${provider} and g.expires > now())`;
  const wantsAdult = sql`coalesce((u.settings->>'nsfw')::boolean, ${unasked})`;
  return sql`((c.rating = 'safe' or (${wantsAdult} ${checked}))
    and (coalesce(u.settings->'ratings' ? c.rating, true) or not ${wantsAdult}))`;
}
