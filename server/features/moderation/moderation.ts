import { Problem, problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import { findMember, type NamedMember } from '#server/features/comments/public/queries-members.ts';
import { mayModerate } from '#server/features/comments/public/rules.ts';
import { notifyAbout } from '#server/features/comments/public/notify-about.ts';
import type { CommentRow } from '#server/features/comments/public/queries-comments.ts';
import { notify } from '#server/features/notifications/public/queries-targets.ts';
import type { Viewer } from '#server/http/access/request-context.ts';
import { banUntil } from './banning.ts';
import { insertDecision } from './queries-decisions.ts';
import { letIn, moveComment, sweepComments, undoSweep } from './queries.ts';

/**
 * Shows, hides or deletes a comment, and writes down who did and why. One that was held back tells whom it concerns when
 * it is shown for the first time.
 *
 * @throws Problem `not-allowed` for one's own and for those of members of the same rank or above; `comment-not-found`
 * where its author took it away; `statement-required` to hide or delete without a reason.
 */
export async function decideComment(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  row: CommentRow,
  state: 'shown' | 'hidden' | 'deleted',
  reason: string,
): Promise<void> {
  if (!mayModerate(viewer, { id: row.user_id, role: row.user?.role ?? 'user' })) throw problem('not-allowed');
  if (state !== 'shown' && reason === '') {
    throw new Problem('statement-required', {}, { reason: [{ rule: 'required' }] });
  }
  await withTransaction(db, async (tx) => {
    const before = await moveComment(tx, row.id, state);
    if (before === null) throw problem('comment-not-found');
    if (before === 'held' && state === 'shown') {
      await notifyAbout(tx, row);
    }
    if (row.user_id !== null && state !== 'shown' && before !== state) {
      const decision = await insertDecision(tx, {
        item: `comment.${row.id}`,
        act: state === 'hidden' ? 'hide' : 'delete',
        subject: 'comment',
        subjectId: row.id,
        what: reason,
        why: '',
        redress: '',
        by: viewer.id!,
        affected: row.user_id,
        before: { state: before },
      });
      await notify(tx, { userId: row.user_id, kind: 'decision', payload: { decision_id: decision } });
    }
    await audit(tx, {
      userId: viewer.id,
      action: `comment.${state}`,
      subject: 'comment',
      subjectId: row.id,
      details: { before, reason },
    });
  });
}

/**
 * Shuts a member out at once, in every browser, until a moment or for good. @throws Problem `not-allowed` for oneself
 * and for those of the same rank or above.
 */
export async function ban(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  username: string,
  { reason, until }: { reason: string; until: string | null },
): Promise<NamedMember> {
  const member = await touchable(db, viewer, username);
  if (until !== null && Date.parse(until) <= Date.now()) {
    throw new Problem('request-invalid', {}, { until: [{ rule: 'invalid' }] });
  }
  const banned_at = await withTransaction(db, async (tx) => {
    await audit(tx, {
      userId: viewer.id,
      action: 'user.ban',
      subject: 'user',
      subjectId: member.id,
      details: { reason, ...(until === null ? {} : { until }) },
    });
    return banUntil(tx, member.id, { reason, until });
  });
  return { ...member, banned_at, banned_until: until, banned_reason: reason };
}

/** Lets a member in again. @throws Problem as `ban`. */
export async function unban({ db }: Pick<Deps, 'db'>, viewer: Viewer, username: string): Promise<NamedMember> {
  const member = await touchable(db, viewer, username);
  await withTransaction(db, async (tx) => {
    await audit(tx, { userId: viewer.id, action: 'user.unban', subject: 'user', subjectId: member.id });
    await letIn(tx, member.id);
  });
  return { ...member, banned_at: null, banned_until: null, banned_reason: null };
}

/** Hides every comment of a member at once. @throws Problem as `ban`. */
export async function sweep(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  username: string,
  reason: string,
): Promise<{ id: number; count: number }> {
  const member = await touchable(db, viewer, username);
  return withTransaction(db, async (tx) => {
    const swept = await sweepComments(tx, member.id, viewer.id!, reason);
    await audit(tx, {
      userId: viewer.id,
      action: 'comments.sweep',
      subject: 'user',
      subjectId: member.id,
      details: { reason, sweep: swept.id, comments: swept.count },
    });
    return swept;
  });
}

/** Puts back what `sweep` hid. @throws Problem as `ban`; `sweep-not-found`. */
export async function unsweep(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  username: string,
  id: number,
): Promise<{ id: number; count: number }> {
  const member = await touchable(db, viewer, username);
  return withTransaction(db, async (tx) => {
    const count = await undoSweep(tx, member.id, id);
    if (count === null) throw problem('sweep-not-found');
    await audit(tx, {
      userId: viewer.id,
      action: 'comments.unsweep',
      subject: 'user',
      subjectId: member.id,
      details: { sweep: id, comments: count },
    });
    return { id, count };
  });
}

async function touchable(db: Deps['db'], viewer: Viewer, username: string): Promise<NamedMember> {
  const member = await findMember(db, username);
  if (member === null) throw problem('user-not-found');
  if (!mayModerate(viewer, member)) throw problem('not-allowed');
  return member;
}
