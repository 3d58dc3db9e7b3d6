import { sql } from 'kysely';
import type { Entitlement } from '#contract/entitlements.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoTimestamp } from '#server/db/iso-timestamp.ts';

/** Who a seller or staff means; the first of the three that is given counts. */
export interface NamedUser {
  user_id?: number | undefined;
  username?: string | undefined;
  email?: string | undefined;
}

/**
 * The id of a member who is there, or may come back to a closed account, or null. Names and addresses are compared
 * without case; an address is whose it was shown to be, else who named it first.
 */
export async function findUserId(db: Db, { user_id: id, username, email }: NamedUser): Promise<number | null> {
  const named =
    id !== undefined
      ? sql`id = ${id}`
      : username !== undefined
        ? sql`lower(username) = lower(${username})`
        : sql`lower(email) = lower(${email ?? ''})`;
  const { rows } = await sql<{
    id: number;
  }>`select id from users where ${named} and (deleted_at is null or erase_at is not null) order by verified_at is null, id limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** The id of a comic of any state by its slug or id, or null. */
export async function findComicId(db: Db, address: string | number): Promise<number | null> {
  const named = /^\d{1,9}$/.test(String(address)) ? sql`id = ${Number(address)}` : sql`slug = ${String(address)}`;
  const { rows } = await sql<{ id: number }>`select id from comics where ${named}`.execute(db);
  return rows[0]?.id ?? null;
}

/** One word on an entitlement. Moments in ISO 8601. */
export interface EntitlementWord {
  userId: number;
  comicId: number | null;
  source: Entitlement['source'];
  reference: string;
  startsAt: string;
  endsAt: string | null;
  revoked: boolean;
  /** When it was said; of two words said at the same moment, the one that takes away counts. */
  saidAt: string;
}

/**
 * Writes down what was said of an entitlement, unless something younger was said of its reference already.
 * Taking away what is not known yet is kept too, so that an older gift that comes later gives nothing.
 *
 * @returns the id, or null where a younger word stands.
 */
export async function putEntitlement(tx: Tx, word: EntitlementWord): Promise<number | null> {
  const { userId, comicId, source, reference, startsAt, endsAt, revoked, saidAt } = word;
  const given = revoked
    ? sql`revoked_at = excluded.revoked_at, said_at = excluded.said_at`
    : sql`user_id = excluded.user_id, comic_id = excluded.comic_id, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, revoked_at = null, said_at = excluded.said_at`;
  const { rows } = await sql<{ id: number }>`
    insert into entitlements as e (user_id, comic_id, source, reference, starts_at, ends_at, revoked_at, said_at)
    values (${userId}, ${comicId}, ${source}, ${reference}, ${startsAt}, ${endsAt}, ${revoked ? saidAt : null}, ${saidAt})
    on conflict (source, reference) do update set ${given}
    where e.said_at < excluded.said_at or (e.said_at = excluded.said_at and excluded.revoked_at is not null)
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** The entitlements of a member, the newest first; with `id`, that one alone. */
export async function listEntitlements(db: Db, userId: number, id: number | null = null): Promise<Entitlement[]> {
  const one = id === null ? sql`` : sql`and e.id = ${id}`;
  const { rows } = await sql<Entitlement>`
    select e.id, case when c.id is not null then json_build_object('id', c.id, 'slug', c.slug, 'title', c.title) end as comic, e.source, e.reference,
      ${isoTimestamp('e.starts_at')} as starts_at, ${isoTimestamp('e.ends_at')} as ends_at, ${isoTimestamp('e.revoked_at')} as revoked_at,
      e.revoked_at is null and e.starts_at <= now() and (e.ends_at is null or e.ends_at > now()) as active
    from entitlements e left join comics c on c.id = e.comic_id
    where e.user_id = ${userId} ${one} order by e.id desc limit 500`.execute(db);
  return rows;
}

/** Takes an entitlement of a member away; false where they have none of this id. */
export async function revokeEntitlement(db: Db, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    update entitlements set revoked_at = coalesce(revoked_at, now()), said_at = greatest(said_at, now())
    where id = ${id} and user_id = ${userId} returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Makes free for good what was premium until a date that has passed; what lists by their newest chapter then have it.
 *
 * @returns what is there for readers and now free for all of them; `opened` are all chapters that have come now, also
 * those that were added with a moment ahead.
 */
export async function forgetEarlyAccess(
  tx: Tx,
): Promise<{ comics: { comic_id: number }[]; chapters: FreedChapter[]; opened: FreedChapter[] }> {
  const { rows: comics } = await sql<{ comic_id: number; published: boolean }>`
    update comics set premium = false, premium_until = null where premium_until <= now() returning id as comic_id, state = 'published' as published`.execute(
    tx,
  );
  const { rows: chapters } = await sql<{ comic_id: number; chapter_id: number; published: boolean }>`
    update chapters h set premium_until = null where premium_until <= now()
    returning h.comic_id, h.id as chapter_id, (select c.state = 'published' and not c.premium from comics c where c.id = h.comic_id) as published`.execute(
    tx,
  );
  const { rows: come } = await sql<FreedChapter & { published: boolean }>`
    update chapters h set pending = false where pending and released_at <= now()
    returning h.comic_id, h.id as chapter_id, (select c.state = 'published' and not c.premium from comics c where c.id = h.comic_id) as published`.execute(
    tx,
  );
  const free = listFreed(chapters);
  return {
    opened: [...free, ...listFreed(come)],
    comics: comics.flatMap(({ published, comic_id }) => (published ? [{ comic_id }] : [])),
    chapters: free,
  };
}

/** A chapter that everyone may read now. */
export interface FreedChapter {
  comic_id: number;
  chapter_id: number;
}

function listFreed(chapters: readonly (FreedChapter & { published: boolean })[]): FreedChapter[] {
  return chapters.flatMap(({ published, comic_id, chapter_id }) => (published ? [{ comic_id, chapter_id }] : []));
}
