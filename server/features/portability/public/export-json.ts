import type { Db } from '#server/db/database.ts';
import { ownAccount, ownComics, ownLibrary, ownRecords } from '#server/features/portability/queries-export.ts';

/**
 * Everything stored about a member, as JSON: what they get themselves. In pieces of some rows, so that a large library keeps
 * nobody else waiting.
 */
export async function* exportJson(db: Db, userId: number, now: Date): AsyncGenerator<string> {
  const own = { format: 'komawari', version: 1, exported_at: now.toISOString(), ...(await ownAccount(db, userId)) };
  yield JSON.stringify(own, null, 1).slice(0, -2);
  for await (const { name, parts } of ownRecords(db, userId)) {
    yield `,\n ${JSON.stringify(name)}: [`;
    for (const [at, part] of parts.entries()) {
      yield `${at === 0 ? '' : ','}\n${part}`;
    }
    yield ']';
  }
  yield ',\n "comics": [';
  const { ids } = await ownLibrary(db, userId);
  let first = true;
  for await (const comics of ownComics(db, userId, ids)) {
    if (comics.length === 0) continue;
    yield `${first ? '' : ','}\n${comics.map((comic) => JSON.stringify(comic)).join(',\n')}`;
    first = false;
  }
  yield ']\n}\n';
}
