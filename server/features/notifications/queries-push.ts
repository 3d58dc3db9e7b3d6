import { sql } from 'kysely';
import type { PushSubscriptionBody } from '#contract/notifications.ts';
import type { Locale } from '#contract/locales.ts';
import type { Db } from '#server/db/database.ts';
import { AGE_PASS, type AgePass } from '#server/db/queries/age-passes.ts';

/** A browser that wants to be told, and whether its owner has asked for every rating (null: never said). */
export interface Subscription {
  id: number;
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  locale: Locale;
  origin: string;
  nsfw: boolean | null;
  /** The age check that their account holds. */
  age: AgePass | null;
}

/** Most browsers of a member; of more the oldest ones are forgotten. */
const MAX_BROWSERS = 10;

/**
 * Keeps a browser of a member, or what has changed of it. A browser is told for the member who used it last, and as long
 * as they are signed in there.
 *
 * @param session names the token it asks with.
 */
export async function subscribe(
  db: Db,
  { userId, session }: { userId: number; session: number | null },
  { endpoint, keys }: PushSubscriptionBody,
  { locale, origin }: { locale: Locale; origin: string },
): Promise<void> {
  await sql`
    insert into push_subscriptions (user_id, session, endpoint, p256dh, auth, locale, origin)
    values (${userId}, ${session}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${locale}, ${origin})
    on conflict (endpoint) do update set user_id = excluded.user_id, session = excluded.session, p256dh = excluded.p256dh, auth = excluded.auth,
      locale = excluded.locale, origin = excluded.origin, created_at = now()`.execute(db);
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc offset ${MAX_BROWSERS})`.execute(
    db,
  );
}

/** Forgets a browser of a member. */
export async function unsubscribe(db: Db, userId: number, endpoint: string): Promise<void> {
  await sql`delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`.execute(db);
}

/** Forgets a browser that is gone, as its push service says. */
export async function forgetSubscription(db: Db, id: number): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id}`.execute(db);
}

/** The browsers of those who got these notifications, while they are members. @param only these alone, where given. */
export async function subscriptionsFor(
  db: Db,
  notifications: readonly number[],
  only: readonly number[] | null,
): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select p.id, p.user_id, p.endpoint, p.p256dh, p.auth, p.locale, p.origin, (u.settings->>'nsfw')::boolean as nsfw, ${AGE_PASS} as age
    from push_subscriptions p join users u on u.id = p.user_id and u.deleted_at is null and u.banned_at is null
    where p.user_id in (select n.user_id from notifications n where n.id = any(${[...notifications]}::bigint[]))
      ${only === null ? sql`` : sql`and p.id = any(${[...only]}::int[])`}
    order by p.id`.execute(db);
  return rows;
}
