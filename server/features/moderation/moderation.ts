import { problem } from '#contract/problems.ts';
import { audit } from '#server/db/audit.ts';
import { withTransaction } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { findMember, mayModerate, tellAbout, type CommentRow, type NamedMember } from '#server/features/comments/comments.ts';
import type { Viewer } from '#server/http/viewing.ts';
import { letIn, moveComment, shutOut } from './queries.ts';

/**
 * Shows, hides or deletes a comment, and writes down who did and why. One that was held back tells whom it concerns when
 * it is shown for the first time.
 *
 * @throws Problem `not-allowed` for one's own and for those of members of the same rank or above; `comment-not-found`
 * where its author took it away.
 */
export async function decideComment({ db }: Pick<Deps, 'db'>, viewer: Viewer, row: CommentRow, state: 'shown' | 'hidden' | 'deleted', reason: string): Promise<void> {
  if (!mayModerate(viewer, { id: row.user_id, role: row.user?.role ?? 'user' })) { throw problem('not-allowed'); }
  await withTransaction(db, async (tx) => {
    const before = await moveComment(tx, row.id, state);
    if (before === null) { throw problem('comment-not-found'); }
    if (before === 'held' && state === 'shown') { await tellAbout(tx, row); }
    await audit(tx, { userId: viewer.id, action: `comment.${state}`, subject: 'comment', subjectId: row.id, details: { before, reason } });
  });
}

/** Shuts a member out at once, in every browser. @throws Problem `not-allowed` for oneself and for those of the same rank or above. */
export async function ban({ db }: Pick<Deps, 'db'>, viewer: Viewer, username: string, reason: string): Promise<NamedMember> {
  const member = await touchable(db, viewer, username);
  const banned_at = await withTransaction(db, async (tx) => {
    await audit(tx, { userId: viewer.id, action: 'user.ban', subject: 'user', subjectId: member.id, details: { reason } });
    return shutOut(tx, member.id, reason);
  });
  return { ...member, banned_at, banned_reason: reason };
}

/** Lets a member in again. @throws Problem as `ban`. */
export async function unban({ db }: Pick<Deps, 'db'>, viewer: Viewer, username: string): Promise<NamedMember> {
  const member = await touchable(db, viewer, username);
  await withTransaction(db, async (tx) => {
    await audit(tx, { userId: viewer.id, action: 'user.unban', subject: 'user', subjectId: member.id });
    await letIn(tx, member.id);
  });
  return { ...member, banned_at: null, banned_reason: null };
}

async function touchable(db: Deps['db'], viewer: Viewer, username: string): Promise<NamedMember> {
  const member = await findMember(db, username);
  if (member === null) { throw problem('user-not-found'); }
  if (!mayModerate(viewer, member)) { throw problem('not-allowed'); }
  return member;
}
