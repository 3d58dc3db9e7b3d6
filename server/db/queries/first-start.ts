import type { FirstStartChange } from '#contract/first-start.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { findSetting, putSetting, setFirst } from './settings.ts';

/** The setting that holds how far the first start has come. */
const KEY = 'first-start';

/** Notes that the first admin has come by the link: from now on they are led. */
export async function beginFirstStart(tx: Tx): Promise<void> {
  await setFirst(tx, KEY, JSON.stringify({ done: [], open: true } satisfies FirstStartChange));
}

/** How far it has come; null where it never began by the link. */
export async function findFirstStart(db: Db): Promise<FirstStartChange | null> {
  const kept = await findSetting(db, KEY);
  return kept === null ? null : (JSON.parse(kept) as FirstStartChange);
}

/** Keeps how far it has come. */
export async function putFirstStart(db: Db, state: FirstStartChange): Promise<void> {
  await putSetting(db, KEY, JSON.stringify(state));
}
