import { type GroupEdit, MAX_FOUNDED_GROUPS, type NewGroup } from '#contract/groups.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { fitTexts } from '#server/db/queries/word-filters.ts';
import { refuseTerms } from '#server/features/blocklist/blocklist.ts';
import { createNewTerm } from '#server/features/taxonomy/public/queries-writing.ts';
import type { Viewer } from '#server/http/access/request-context.ts';
import { can } from '#server/http/access/permissions.ts';
import { addGroup, changeGroup, hasFoundedMost, holdGroup, type HeldGroup } from './queries.ts';

/** Who does something to which group; `address` is its slug or id. */
export interface GroupAct {
  address: string;
  by: number;
  /** Whether they look after all groups. */
  isStaff: boolean;
}

/** The act of whoever asks. */
export function toGroupAct(viewer: Viewer & { id: number }, address: string): GroupAct {
  return { address, by: viewer.id, isStaff: can(viewer.role, 'groups.manage') };
}

/**
 * Founds a group: a term of its name, which nobody may have yet, led by who founds it.
 *
 * @returns the number of the term.
 * @throws Problem `verification-required`, `groups-full` {most}, `term-exists`, `term-prohibited`, `text-refused`.
 */
export async function foundGroup(db: Db, founder: Viewer & { id: number }, group: NewGroup): Promise<number> {
  if (!founder.verified) throw problem('verification-required');
  await refuseTerms(db, [group.name], { userId: founder.id, where: 'group.name' });
  const [name = ''] = await fitTexts(db, [group.name]);
  const { description = '', links = [] } = await filterWords(db, group);
  return withTransaction(db, async (tx) => {
    if (await hasFoundedMost(tx, founder.id)) throw problem('groups-full', { most: MAX_FOUNDED_GROUPS });
    const id = await createNewTerm(tx, { kind: 'group', name });
    if (id === null) throw problem('term-exists');
    await addGroup(tx, id, founder.id, { description, links });
    return id;
  });
}

/** Changes what a group says of itself and who may upload in its name. @throws Problem `term-not-found`, `not-allowed`, `term-changed`, `text-refused`. */
export async function editGroup(db: Db, act: GroupAct, edit: GroupEdit): Promise<number> {
  const words = await filterWords(db, edit);
  return withTransaction(db, async (tx) => {
    const group = await holdLed(tx, act);
    if (!(await changeGroup(tx, group.id, { ...edit, ...words }))) throw problem('term-changed');
    await auditStaff(tx, act, group, 'group.edit', { ...edit, ...words });
    return group.id;
  });
}

/** A group that is there, held until the end of the transaction. @throws Problem `term-not-found`. */
export async function hold(tx: Tx, { address, by }: GroupAct): Promise<HeldGroup> {
  const group = await holdGroup(tx, address, by);
  if (group === null) throw problem('term-not-found');
  return group;
}

/** The same of one that whoever acts leads or looks after. @throws Problem `term-not-found`, `not-allowed`. */
export async function holdLed(tx: Tx, act: GroupAct): Promise<HeldGroup> {
  const group = await hold(tx, act);
  if (group.role !== 'leader' && !act.isStaff) throw problem('not-allowed');
  return group;
}

/** Writes down an act on a group that was allowed because staff did it. */
export async function auditStaff(
  tx: Tx,
  { by }: GroupAct,
  { id, name, role }: HeldGroup,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  if (role === 'leader') return;
  await audit(tx, { userId: by, action, subject: 'term', subjectId: id, details: { kind: 'group', name, ...details } });
}

/** The words of a group about itself, as the rules let them through. An address cannot be masked: one with such a word is refused. */
async function filterWords(
  db: Db,
  { description, links }: Pick<GroupEdit, 'description' | 'links'>,
): Promise<Pick<GroupEdit, 'description' | 'links'>> {
  const [text, ...labels] = await fitTexts(db, [description ?? '', ...(links ?? []).map(({ label }) => label)]);
  const urls = (links ?? []).map(({ url }) => url);
  const fit = await fitTexts(db, urls);
  if (fit.some((url, at) => url !== urls[at])) throw problem('text-refused');
  return {
    ...(description === undefined ? {} : { description: text! }),
    ...(links === undefined ? {} : { links: links.map((link, at) => ({ ...link, label: labels[at]! })) }),
  };
}
