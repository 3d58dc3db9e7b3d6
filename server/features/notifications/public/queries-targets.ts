import { sql } from 'kysely';
import { NOTIFICATION_KINDS } from '#contract/notifications.ts';
import type { Tx } from '#server/db/database.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { PUSH_JOB } from '#server/features/notifications/jobs.ts';

/** A notification for a member, by ids alone: names and titles are looked up when it is read, as they are then. */
export type NotificationTarget =
  /** A comic has new chapters: those with numbers from `from` to `to`; of a new comic, `fresh`, perhaps for a term they follow. */
  | { kind: 'release'; payload: { comic_id: number; from: number; to: number; fresh: boolean; term_id: number | null } }
  /** Someone answered a comment of theirs, or named them in one. */
  | { kind: 'reply' | 'mention'; payload: { comment_id: number; by_id: number } }
  /** A report of theirs was decided. */
  | { kind: 'report'; payload: { report_id: number } }
  /** Moderators decided something about what is theirs. */
  | { kind: 'decision'; payload: { decision_id: number } }
  /** They were given another role. */
  | { kind: 'role'; payload: { role: string } }
  /** A group asks them in, has them lead it, or is theirs no more; `by_id` null: staff did that. */
  | { kind: 'group'; payload: { term_id: number; group: GroupNews; by_id: number | null } };

/** The news a group has for one member. */
export type GroupNews = 'invited' | 'leader' | 'removed';

/**
 * Tells one member something, in the caller's transaction, unless they do not want to hear of that kind, have blocked
 * who it comes from (`by_id`), are that one themselves, or are no member any more. A browser of theirs is told soon after.
 *
 * @returns whether they are told.
 */
export async function notify(
  tx: Tx,
  { userId, kind, payload }: { userId: number } & NotificationTarget,
): Promise<boolean> {
  const by = 'by_id' in payload ? payload.by_id : null;
  const {
    rows: [told],
  } = await sql<{ id: number; push: boolean }>`
    insert into notifications (user_id, kind, payload)
    select u.id, ${kind}, ${JSON.stringify(payload)}::jsonb from users u
    where u.id = ${userId} and u.deleted_at is null and u.banned_at is null and u.id is distinct from ${by}::int
      and coalesce((u.settings->'notifications'->>${NOTIFICATION_KINDS[kind] ?? ''})::boolean, true)
      and not exists (select from blocked_users b where b.user_id = u.id and b.blocked_id = ${by}::int)
    on conflict do nothing
    returning id::int, exists (select from push_subscriptions p where p.user_id = notifications.user_id) as push`.execute(
    tx,
  );
  if (told?.push) {
    await enqueue(tx, PUSH_JOB.kind, { notifications: [told.id] });
  }
  return told !== undefined;
}
