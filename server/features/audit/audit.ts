import { createHash } from 'node:crypto';
import { withTransaction, type Db } from '#server/db/database.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { insertSeals, lastSeal, lockChain, sealsAfter, takeUnsealed, countUnsealed } from './queries-chain.ts';

/** Seals what was written into the audit log, every minute. What staff does never waits for it. */
export const SEAL_AUDIT_JOB: JobKind = { kind: 'audit.seal', attempts: 3, atOnce: 1, every: 60 };

/** Rows that are sealed or checked at once. */
const AT_ONCE = 1000;

/** Does it, until nothing waits. */
export function sealAudit(db: Db): JobFunction {
  return async ({ signal }) => {
    while ((await sealSome(db)) === AT_ONCE) {
      signal.throwIfAborted();
    }
  };
}

/** Seals the oldest rows that wait, at most 1,000; how many. Several processes take turns. */
export function sealSome(db: Db): Promise<number> {
  return withTransaction(db, async (tx) => {
    await lockChain(tx);
    const last = await lastSeal(tx);
    let { position, hash } = last ?? { position: 0, hash: Buffer.alloc(0) };
    const seals = (await takeUnsealed(tx, AT_ONCE)).map(({ id, content }) => {
      position += 1;
      hash = sealFor(hash, content);
      return { position, audit_id: id, hash };
    });
    if (seals.length > 0) {
      await insertSeals(tx, seals);
    }
    return seals.length;
  });
}

/** The result of a walk along the chain: `head` is the hash of the last link, by which a chain that was cut short is known. */
export interface ChainReport {
  sealed: number;
  waiting: number;
  head: string | null;
  /** The first entry that is not as it was written, was taken away, or was slipped in; null where all is well. */
  broken: { entry: number; how: 'changed' | 'gone' | 'order' | 'stray' } | null;
}

/** Walks the whole chain; time and memory by the thousand rows. */
export async function verifyAudit(db: Db): Promise<ChainReport> {
  let [position, hash] = [0, Buffer.alloc(0) as Buffer];
  const { waiting, stray } = await countUnsealed(db);
  const found = (entry: number, how: 'changed' | 'gone' | 'order' | 'stray'): ChainReport => ({
    sealed: position,
    waiting,
    head: hash.length > 0 ? hash.toString('hex') : null,
    broken: { entry, how },
  });
  for (
    let seals = await sealsAfter(db, 0, AT_ONCE);
    seals.length > 0;
    seals = await sealsAfter(db, position, AT_ONCE)
  ) {
    for (const seal of seals) {
      if (seal.position !== position + 1) return found(seal.audit_id, 'order');
      if (seal.content === null) return found(seal.audit_id, 'gone');
      const expected = sealFor(hash, seal.content);
      if (!expected.equals(seal.hash)) return found(seal.audit_id, 'changed');
      [position, hash] = [seal.position, expected];
    }
  }
  if (stray !== null) return found(stray, 'stray');
  return { sealed: position, waiting, head: hash.length > 0 ? hash.toString('hex') : null, broken: null };
}

function sealFor(before: Buffer, content: string): Buffer {
  return createHash('sha256').update(before).update(content).digest();
}
