import { problem } from '#contract/problems.ts';
import { audit } from '#server/db/audit.ts';
import type { Db } from '#server/db/database.ts';
import { listedPictures, ownTerms, picturesLike, type ListedPicture } from './queries.ts';
import { prohibitedText } from './rules.ts';

export { ALIKE_BITS, isFrozen, lookAlikes, type ListedPicture } from './queries.ts';

/** Who tried what: `where` names the field or the act (`comic.title`, `import`), `file` what it came in. */
export interface Attempt {
  userId: number | null;
  where: string;
  file?: string;
}

/** The first of these texts (titles, names, tags, file names) that the content policy prohibits; null where none is. */
export async function checkTerms(db: Db, texts: readonly (string | null | undefined)[]): Promise<string | null> {
  const given = texts.filter((text): text is string => Boolean(text));
  return given.length === 0 ? null : prohibitedText(given, await ownTerms(db));
}

/**
 * Throws Problem `term-prohibited` where one of these texts is prohibited, and records the attempt. Ask it before a
 * transaction, not inside: what is recorded must stay.
 */
export async function refuseTerms(db: Db, texts: readonly (string | null | undefined)[], attempt: Attempt): Promise<void> {
  const text = await checkTerms(db, texts);
  if (text === null) { return; }
  await audit(db, { userId: attempt.userId, action: 'blocklist.refused', subject: 'term', subjectId: 0, details: { ...attempt, text: text.slice(0, 300) } });
  throw problem('term-prohibited');
}

/** Which of these pictures are on the list, by their bytes (`hash`) or by what they look like (`phash`, 32 bytes). */
export async function checkImages(db: Db, pictures: readonly { hash: string; phash: Uint8Array | null }[]): Promise<ListedPicture[]> {
  if (pictures.length === 0) { return []; }
  return listedPictures(db, pictures.map(({ hash, phash }) => ({ hash, phash: phash && Buffer.from(phash).toString('hex') })));
}

/** The pictures of the library that look like one (`phash`, 32 bytes), nearest first; at most `most`. 31 bits is the furthest that is found. */
export async function similarImages(db: Db, phash: Uint8Array, distance = 31, most = 100): Promise<{ hash: string; distance: number }[]> {
  return picturesLike(db, Buffer.from(phash).toString('hex'), distance, most);
}
