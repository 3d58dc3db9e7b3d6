import { sql, type RawBuilder } from 'kysely';
import type { WebhookEvent } from '#contract/webhooks.ts';
import type { Db } from '#server/db/database.ts';
import { PREPARED } from '#server/db/kysely.ts';

/** Whether anyone wants to be told of an event. */
export async function isListened(db: Db, event: WebhookEvent): Promise<boolean> {
  return (await listeners(db, event)).length > 0;
}

/** The same as a part of another statement. */
export function isHeardSql(event: WebhookEvent): RawBuilder<boolean> {
  return sql<boolean>`exists (select from webhooks where enabled and ${event} = any(events))`;
}

/** The webhooks that are told of an event. */
export async function listeners(db: Db, event: WebhookEvent): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${sql.raw(PREPARED)}
    select id from webhooks where enabled and ${event} = any(events) order by id`.execute(db);
  return rows.map(({ id }) => id);
}
