import { sql } from 'kysely';
import type { Webhook, WebhookDelivery, WebhookEvent, WebhookForm, WebhookWithSecret } from '#contract/webhooks.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { isoMoment } from '#server/db/queries/public-users.ts';

/** Of `w`: a webhook as the wire has it. */
const WEBHOOK = sql`w.id, w.url, w.form, w.events, w.enabled, ${isoMoment(sql`w.failing_since`)} as failing_since, ${isoMoment(sql`w.stopped_at`)} as stopped_at,
  ${isoMoment(sql`w.created_at`)} as created_at, (
    select json_build_object('waiting', count(*) filter (where d.state = 'waiting'), 'delivered', count(*) filter (where d.state = 'delivered'),
      'failed', count(*) filter (where d.state = 'failed'))
    from webhook_deliveries d where d.webhook_id = w.id) as deliveries`;

/** Every webhook, in the order they were made. */
export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`select ${WEBHOOK} from webhooks w order by w.id`.execute(db);
  return rows;
}

/** One webhook with its secret, or null. */
export async function findWebhook(db: Db, id: number): Promise<WebhookWithSecret | null> {
  const { rows } = await sql<WebhookWithSecret>`select ${WEBHOOK}, w.secret from webhooks w where w.id = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** How many webhooks there are. */
export async function countWebhooks(tx: Tx): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ count: number }>`select count(*)::int as count from webhooks`.execute(tx);
  return row?.count ?? 0;
}

/** Keeps a new webhook; returns its number. */
export async function insertWebhook(
  tx: Tx,
  hook: Pick<Webhook, 'url' | 'form' | 'enabled'> & { events: readonly WebhookEvent[]; secret: string; userId: number },
): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ id: number }>`
    insert into webhooks (url, form, events, enabled, secret, user_id)
    values (${hook.url}, ${hook.form}, ${[...hook.events]}::text[], ${hook.enabled}, ${hook.secret}, ${hook.userId}) returning id`.execute(
    tx,
  );
  return row!.id;
}

/** Changes a webhook; what is undefined stays. Switched on again, its failures are forgotten. @returns whether there is one. */
export async function updateWebhook(
  tx: Tx,
  id: number,
  {
    url,
    form,
    events,
    enabled,
    secret,
  }: {
    url?: string | undefined;
    form?: WebhookForm | undefined;
    events?: readonly WebhookEvent[] | undefined;
    enabled?: boolean | undefined;
    secret?: string | undefined;
  },
): Promise<boolean> {
  const { rows } = await sql`
    update webhooks set url = coalesce(${url ?? null}, url), form = coalesce(${form ?? null}, form), events = coalesce(${events ? [...events] : null}::text[], events),
      enabled = coalesce(${enabled ?? null}::boolean, enabled), secret = coalesce(${secret ?? null}, secret),
      failing_since = case when ${enabled ?? false}::boolean then null else failing_since end,
      stopped_at = case when ${enabled ?? false}::boolean then null else stopped_at end,
      paused_until = case when ${url ?? null}::text is null then paused_until end
    where id = ${id} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Takes a webhook and its messages away; returns where it led, or null for none. */
export async function deleteWebhook(tx: Tx, id: number): Promise<string | null> {
  const { rows } = await sql<{ url: string }>`delete from webhooks where id = ${id} returning url`.execute(tx);
  return rows[0]?.url ?? null;
}

/** Messages to a webhook with a number below `before`, the newest first; `error` is a code. */
export async function listDeliveries(
  db: Db,
  webhookId: number,
  before: number | null,
  limit: number,
): Promise<WebhookDelivery[]> {
  const { rows } = await sql<WebhookDelivery>`
    select d.id::int, d.message, d.event, d.state, d.tries, d.status, d.error, d.body, ${isoMoment(sql`d.created_at`)} as created_at,
      ${isoMoment(sql`d.tried_at`)} as tried_at, ${isoMoment(sql`d.next_at`)} as next_at
    from webhook_deliveries d where d.webhook_id = ${webhookId} and (${before}::bigint is null or d.id < ${before}::bigint)
    order by d.id desc limit ${limit}`.execute(db);
  return rows;
}

/** A message with where it goes. */
export interface Outbound {
  id: number;
  webhook_id: number;
  message: string;
  event: string;
  body: string;
  created_at: Date;
  state: string;
  tries: number;
  url: string;
  form: WebhookForm;
  secret: string;
  enabled: boolean;
  /** Until when its receiver wants to be told nothing. */
  paused_until: Date | null;
}

/** A message with where it goes, or null. */
export async function findOutbound(db: Db, id: number): Promise<Outbound | null> {
  const { rows } = await sql<Outbound>`
    select d.id::int, d.webhook_id, d.message, d.event, d.body, d.created_at, d.state, d.tries, w.url, w.form, w.secret, w.enabled, w.paused_until
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Puts a message in line once more, with all its tries. @returns whether the webhook has such a message. */
export async function restartDelivery(tx: Tx, webhookId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    update webhook_deliveries set state = 'waiting', tries = 0, next_at = now() where id = ${id} and webhook_id = ${webhookId} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Leaves a webhook alone until a moment, and says of one of its messages when it is tried again: the receiver asked for that, nothing failed. */
export async function pauseWebhook(
  tx: Tx,
  { id, webhook_id: hook }: Pick<Outbound, 'id' | 'webhook_id'>,
  { until, nextAt, status }: { until: Date; nextAt: Date; status: number | null },
): Promise<void> {
  await sql`
    update webhooks set paused_until = greatest(paused_until, ${until.toISOString()}::timestamptz) where id = ${hook}`.execute(
    tx,
  );
  await sql`
    update webhook_deliveries set status = coalesce(${status}::int, status), next_at = ${nextAt.toISOString()}::timestamptz where id = ${id}`.execute(
    tx,
  );
}

/** The result of a try. */
export interface DeliveryAttempt {
  status: number | null;
  error: string | null;
  taken: boolean;
  nextAt: Date | null;
  at: Date;
}

/**
 * Writes down what became of a try, and since when its webhook fails.
 *
 * @returns for how many days none of its messages has arrived.
 */
export async function noteTry(
  tx: Tx,
  { id, webhook_id: hook }: Pick<Outbound, 'id' | 'webhook_id'>,
  { status, error, taken, nextAt, at }: DeliveryAttempt,
): Promise<number> {
  const state = taken ? 'delivered' : nextAt === null ? 'failed' : 'waiting';
  await sql`
    update webhook_deliveries set state = ${state}, tries = tries + 1, status = ${status}, error = ${error}, tried_at = ${at.toISOString()}::timestamptz,
      next_at = ${nextAt?.toISOString() ?? null}::timestamptz
    where id = ${id}`.execute(tx);
  const {
    rows: [row],
  } = await sql<{ days: number }>`
    update webhooks set failing_since = case when ${taken} then null else coalesce(failing_since, ${at.toISOString()}::timestamptz) end where id = ${hook}
    returning coalesce(extract(epoch from ${at.toISOString()}::timestamptz - failing_since) / 86400, 0)::float8 as days`.execute(
    tx,
  );
  return row?.days ?? 0;
}

/** Switches a webhook off because it fails. @returns whether it was on. */
export async function stopWebhook(tx: Tx, id: number): Promise<boolean> {
  const { rows } =
    await sql`update webhooks set enabled = false, stopped_at = now() where id = ${id} and enabled returning 1`.execute(
      tx,
    );
  return rows.length > 0;
}

/** The admins who are there. */
export async function adminIds(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from users where role = 'admin' and banned_at is null and deleted_at is null order by id limit 50`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
