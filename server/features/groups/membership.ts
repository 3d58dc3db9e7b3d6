import { MAX_GROUP_INVITATIONS, MAX_GROUP_MEMBERS, type GroupMember, type GroupRole } from '#contract/groups.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { notify } from '#server/features/notifications/public/queries-targets.ts';
import type { Viewer } from '#server/http/access/request-context.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { auditStaff, hold, holdLed, type GroupAct } from './groups.ts';
import {
  addInvitation,
  countOthers,
  countPlaces,
  dropMember,
  endInvitation,
  findMember,
  findRole,
  putMember,
  putTasks,
  takeInvitation,
} from './queries.ts';

/**
 * Asks a member of the site into a group; they are told. It is for that one account, and can be taken once.
 *
 * @throws Problem `term-not-found`, `not-allowed` for all but leaders, `verification-required`, `user-not-found`,
 * `group-member-already`, `group-members-full` {most}, `group-invited-already` also for who was of late, `group-invitations-full` {most}.
 */
export async function invite(
  db: Db,
  leader: Viewer & { id: number },
  act: GroupAct,
  username: string,
): Promise<number> {
  if (!leader.verified) throw problem('verification-required');
  const id = await withTransaction(db, async (tx) => {
    const group = await holdLed(tx, { ...act, isStaff: false });
    const userId = await requireUser(tx, username);
    if ((await findRole(tx, group.id, userId)) !== null) throw problem('group-member-already');
    const { members, invitations } = await countPlaces(tx, group.id);
    if (members >= MAX_GROUP_MEMBERS) throw problem('group-members-full', { most: MAX_GROUP_MEMBERS });
    if (invitations >= MAX_GROUP_INVITATIONS) throw problem('group-invitations-full', { most: MAX_GROUP_INVITATIONS });
    if (!(await addInvitation(tx, group.id, userId, act.by))) throw problem('group-invited-already');
    await notify(tx, { userId, kind: 'group', payload: { term_id: group.id, group: 'invited', by_id: act.by } });
    return group.id;
  });
  announceJobs();
  return id;
}

/** Takes an invitation back, as a leader, or declines it, as the one who was invited; nobody asks them again until its time is over. @throws Problem `term-not-found`, `not-allowed`, `group-invitation-not-found`. */
export async function withdrawInvitation(db: Db, act: GroupAct, username: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const group = await hold(tx, act);
    const userId = await requireUser(tx, username);
    if (userId !== act.by && group.role !== 'leader' && !act.isStaff) throw problem('not-allowed');
    if (!(await endInvitation(tx, group.id, userId))) throw problem('group-invitation-not-found');
  });
}

/** Takes the invitation of whoever acts: they are a member then. @throws Problem `term-not-found`, `group-invitation-not-found`, `group-members-full` {most}. */
export async function join(db: Db, act: GroupAct): Promise<number> {
  return withTransaction(db, async (tx) => {
    const group = await hold(tx, act);
    if (group.closed || !(await takeInvitation(tx, group.id, act.by))) throw problem('group-invitation-not-found');
    const { members } = await countPlaces(tx, group.id);
    if (members >= MAX_GROUP_MEMBERS) throw problem('group-members-full', { most: MAX_GROUP_MEMBERS });
    // One whom staff made a leader meanwhile stays that.
    if (group.role === null) {
      await putMember(tx, group.id, act.by, 'member');
    }
    return group.id;
  });
}

/**
 * Gives a member of a group another role: leaders name further ones, and step down themselves; staff do either.
 *
 * @throws Problem `term-not-found`, `not-allowed`, `group-member-not-found`, `group-leader-last` where nobody else leads it.
 */
export async function changeRole(db: Db, act: GroupAct, username: string, role: GroupRole): Promise<number> {
  const id = await withTransaction(db, async (tx) => {
    const group = await holdLed(tx, act);
    const { userId, role: before } = await requireMember(tx, group.id, username);
    if (before === role) return group.id;
    if (role === 'member') {
      if (userId !== act.by && !act.isStaff) throw problem('not-allowed');
      if ((await countOthers(tx, group.id, userId)).leaders === 0) throw problem('group-leader-last');
    }
    await putMember(tx, group.id, userId, role);
    if (role === 'leader') {
      await notify(tx, { userId, kind: 'group', payload: { term_id: group.id, group: 'leader', by_id: act.by } });
    }
    await auditStaff(tx, act, group, 'group.role', { user: userId, role });
    return group.id;
  });
  announceJobs();
  return id;
}

/** Says what a member does in a group: leaders and staff do. @throws Problem `term-not-found`, `not-allowed`, `group-member-not-found`. */
export async function changeTasks(
  db: Db,
  act: GroupAct,
  username: string,
  tasks: GroupMember['tasks'],
): Promise<number> {
  return withTransaction(db, async (tx) => {
    const group = await holdLed(tx, act);
    const { userId } = await requireMember(tx, group.id, username);
    await putTasks(tx, group.id, userId, tasks);
    await auditStaff(tx, act, group, 'group.tasks', { user: userId, tasks });
    return group.id;
  });
}

/**
 * Takes a member out of a group: themselves, or another one who does not lead it, also one who is suspended; staff take out anyone. Who is removed is told.
 *
 * @throws Problem `term-not-found`, `not-allowed`, `group-member-not-found`, `group-leader-last` where members would be without a leader.
 */
export async function removeMember(db: Db, act: GroupAct, username: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const group = await hold(tx, act);
    const { userId, role } = await requireMember(tx, group.id, username, true);
    const isOwn = userId === act.by;
    if (!isOwn && !act.isStaff && (group.role !== 'leader' || role === 'leader')) throw problem('not-allowed');
    if (role === 'leader') {
      const others = await countOthers(tx, group.id, userId);
      if (others.leaders === 0 && others.members > 0) throw problem('group-leader-last');
    }
    await dropMember(tx, group.id, userId);
    if (isOwn) return;
    const by = group.role === 'leader' ? act.by : null;
    await notify(tx, { userId, kind: 'group', payload: { term_id: group.id, group: 'removed', by_id: by } });
    await auditStaff(tx, act, group, 'group.remove', { user: userId });
  });
  announceJobs();
}

async function requireUser(tx: Tx, username: string): Promise<number> {
  const id = await findMember(tx, username);
  if (id === null) throw problem('user-not-found');
  return id;
}

async function requireMember(
  tx: Tx,
  id: number,
  username: string,
  suspended = false,
): Promise<{ userId: number; role: GroupRole }> {
  const userId = await findMember(tx, username, suspended);
  const role = userId === null ? null : await findRole(tx, id, userId);
  if (userId === null || role === null) throw problem('group-member-not-found');
  return { userId, role };
}
