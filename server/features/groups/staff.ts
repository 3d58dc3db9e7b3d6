import { type GroupClosing, MAX_GROUP_MEMBERS } from '#contract/groups.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { notify } from '#server/features/notifications/public/queries-targets.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { countPlaces, findMember, holdGroup, putMember } from './queries.ts';
import { ensureGroup, putClosed } from './queries-staff.ts';

/** Which group, by the number of its term, and who of the staff does something about it. */
interface StaffAct {
  id: number;
  by: number;
}

/** Has a member lead a group, which has people from then on. They are told. @throws Problem `user-not-found`, `group-members-full` {most}. */
export async function assignLeader(db: Db, { id, by }: StaffAct, username: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const userId = await findMember(tx, username);
    if (userId === null) throw problem('user-not-found');
    await ensureGroup(tx, id);
    const group = await holdGroup(tx, String(id), userId);
    if (group === null) throw problem('term-not-found');
    if (group.role === 'leader') return;
    if (group.role === null && (await countPlaces(tx, id)).members >= MAX_GROUP_MEMBERS) {
      throw problem('group-members-full', { most: MAX_GROUP_MEMBERS });
    }
    await putMember(tx, id, userId, 'leader');
    await notify(tx, { userId, kind: 'group', payload: { term_id: id, group: 'leader', by_id: null } });
    await audit(tx, {
      userId: by,
      action: 'group.assign',
      subject: 'term',
      subjectId: id,
      details: { kind: 'group', name: group.name, user: userId },
    });
  });
  announceJobs();
}

/** Closes a group, or opens it again; one that nobody founded, too. */
export async function closeGroup(db: Db, { id, by }: StaffAct, { closed, reason }: GroupClosing): Promise<void> {
  await withTransaction(db, async (tx) => {
    await ensureGroup(tx, id);
    const group = await holdGroup(tx, String(id), by);
    if (group === null) throw problem('term-not-found');
    if (group.closed === closed) return;
    await putClosed(tx, id, closed);
    await audit(tx, {
      userId: by,
      action: closed ? 'group.close' : 'group.open',
      subject: 'term',
      subjectId: id,
      details: { kind: 'group', name: group.name, reason },
    });
  });
}
