import { type Tx } from '#server/db/database.ts';
import { notify } from '#server/features/notifications/public/queries-targets.ts';
import { notifiedUsers } from '#server/features/comments/queries-writing.ts';

/** Tells whom a comment that is shown answers and mentions; nobody twice. */
export async function notifyAbout(
  tx: Tx,
  {
    id,
    user_id,
    parent_id,
    mentions,
  }: { id: number; user_id: number | null; parent_id: number | null; mentions: readonly string[] },
): Promise<void> {
  if (user_id === null) return;
  const { answered, mentioned } = await notifiedUsers(tx, { parent_id, mentions });
  const payload = { comment_id: id, by_id: user_id };
  if (answered !== null) {
    await notify(tx, { userId: answered, kind: 'reply', payload });
  }
  for (const userId of mentioned) {
    if (userId !== answered) {
      await notify(tx, { userId, kind: 'mention', payload });
    }
  }
}
