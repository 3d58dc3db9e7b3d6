import { withTransaction, type Db } from '#server/db/database.ts';
import { deleteSetting, findSetting } from '#server/db/queries/settings.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind } from '#server/jobs/registry.ts';
import { ADDRESSED, addressesAfter, renewAddress } from './queries-addresses.ts';

/** Gives comics, terms and chapters of before addresses that all programs of readers take. */
export const RENEW_ADDRESSES_JOB: JobKind = { kind: 'addresses.renew', attempts: 10, atOnce: 1 };

/** Written by the migration that changed the form of addresses, where there was something to renew. */
const WANTED = 'old-addresses';

/** Rows that are looked at together. */
const BATCH = 2000;

/** The form of address that programs of readers take. */
const TAKEN_BY_PROGRAMS = /^[\p{L}\p{Nd}_-]+$/u;

/** Puts that in line, behind everything else, until it is done. */
export async function renewOldAddresses(db: Db): Promise<void> {
  if ((await findSetting(db, WANTED)) !== null) {
    await enqueue(db, RENEW_ADDRESSES_JOB.kind, {}, { key: 'old', priority: -10 });
  }
}

/**
 * Renews every address that holds more than letters, decimal digits, `_` and `-`, one row in a transaction; the old one
 * leads to the new one. May be stopped and begun anew at any time.
 */
export function renewAddressesJob(db: Db): JobFunction {
  return async ({ signal }) => {
    for (const table of ADDRESSED) {
      let rows = await addressesAfter(db, table, 0, BATCH);
      while (rows.length > 0) {
        for (const row of rows.filter(({ slug }) => !TAKEN_BY_PROGRAMS.test(slug.normalize('NFC')))) {
          signal.throwIfAborted();
          await withTransaction(db, (tx) => renewAddress(tx, table, row));
        }
        rows = await addressesAfter(db, table, rows.at(-1)?.id ?? 0, BATCH);
      }
    }
    await deleteSetting(db, WANTED);
  };
}
