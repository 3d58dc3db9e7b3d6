import type { Db } from '../db/database.ts';
import { enqueue } from './queue.ts';
import type { JobKind } from './registry.ts';

/** All recurring jobs share one key: a kind has one of them at a time, however many processes ask for it. */
const KEY = 'recurring';

/** Puts every recurring kind that is not in line yet there, for its next turn. */
export async function keepRecurring(db: Db, kinds: readonly JobKind[]): Promise<void> {
  for (const kind of kinds) {
    await scheduleNext(db, kind);
  }
}

/** Puts a recurring kind in line for its next turn, unless it is there already; others are left alone. */
export async function scheduleNext(db: Db, { kind, every }: JobKind): Promise<void> {
  if (every === undefined) return;
  await enqueue(db, kind, {}, { key: KEY, runAt: new Date(Date.now() + every * 1000) });
}
