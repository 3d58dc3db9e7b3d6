import { randomUUID } from 'node:crypto';
import type { Entitlement, EntitlementReport, GivenEntitlement } from '#contract/entitlements.ts';
import { Problem, problem } from '#contract/problems.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { useOnce } from '#server/db/queries/throttles.ts';
import {
  findComicId,
  listEntitlements,
  putEntitlement,
  revokeEntitlement,
  findUserId,
  type NamedUser,
} from './queries.ts';

/** Seconds a delivery is known by its id: sellers give up repeating one after some days. */
const REMEMBERED = 7 * 86_400;

/**
 * Does what a seller reports, once however often it is delivered.
 *
 * @param delivery the delivery's id and when it was sent, which counts where the report does not say when it happened.
 * @returns whether anything changed.
 * @throws Problem `user-not-found`, `comic-not-found`; the delivery may then be repeated.
 */
export function deliverReport(
  db: Db,
  { type, timestamp, data }: EntitlementReport,
  delivery: { id: string; sentAt: Date },
): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    if (!(await useOnce(tx, `webhook entitlements ${delivery.id}`, REMEMBERED))) return false;
    const saidAt = timestamp ?? delivery.sentAt.toISOString();
    const id = await putEntitlement(tx, {
      ...(await meant(tx, data, data.comic)),
      ...span(data, saidAt),
      source: 'webhook',
      reference: data.reference,
      revoked: type === 'entitlement.revoked',
      saidAt,
    });
    return id !== null;
  });
}

/**
 * Opens premium works to a member by hand, or changes what was opened under the same reference.
 *
 * @throws Problem `user-not-found`, `comic-not-found`, `request-invalid` for an end before the start.
 */
export function giveEntitlement(
  db: Db,
  by: number,
  username: string,
  given: GivenEntitlement,
  now: Date,
): Promise<Entitlement> {
  return withTransaction(db, async (tx) => {
    const named = await meant(tx, { username }, given.comic);
    const saidAt = now.toISOString();
    const id = await putEntitlement(tx, {
      ...named,
      ...span(given, saidAt),
      source: 'staff',
      reference: given.reference ?? randomUUID(),
      revoked: false,
      saidAt,
    });
    const [entitlement] = id === null ? [] : await listEntitlements(tx, named.userId, id);
    if (!entitlement) throw new Problem('request-invalid', {}, { reference: [{ rule: 'invalid' }] });
    await audit(tx, {
      userId: by,
      action: 'entitlement.give',
      subject: 'user',
      subjectId: named.userId,
      details: { entitlement: entitlement.id, comic: named.comicId, ends_at: entitlement.ends_at },
    });
    return entitlement;
  });
}

/** Takes back what was opened to a member, and writes down who did. @throws Problem `user-not-found`, `entitlement-not-found`. */
export function grantEntitlement(db: Db, by: number, username: string, id: number): Promise<void> {
  return withTransaction(db, async (tx) => {
    const userId = await getUserId(tx, { username });
    if (!(await revokeEntitlement(tx, userId, id))) throw problem('entitlement-not-found');
    await audit(tx, {
      userId: by,
      action: 'entitlement.take',
      subject: 'user',
      subjectId: userId,
      details: { entitlement: id },
    });
  });
}

/** The member of this name. @throws Problem `user-not-found`. */
export async function getUserId(db: Db, user: NamedUser): Promise<number> {
  const id = await findUserId(db, user);
  if (id === null) throw problem('user-not-found');
  return id;
}

async function meant(
  db: Db,
  user: NamedUser,
  comic: string | number | null,
): Promise<{ userId: number; comicId: number | null }> {
  const userId = await getUserId(db, user);
  const comicId = comic === null ? null : await findComicId(db, comic);
  if (comic !== null && comicId === null) throw problem('comic-not-found');
  return { userId, comicId };
}

function span(
  { starts_at: start, ends_at: end }: { starts_at?: string | undefined; ends_at: string | null },
  saidAt: string,
): { startsAt: string; endsAt: string | null } {
  // The clock of a seller may be ahead of ours; what is sold now opens now.
  const startsAt = start ?? new Date(Math.min(Date.parse(saidAt), Date.now())).toISOString();
  if (end !== null && Date.parse(end) <= Date.parse(startsAt)) {
    throw new Problem('request-invalid', {}, { ends_at: [{ rule: 'invalid' }] });
  }
  return { startsAt, endsAt: end };
}
