import { setImmediate } from 'node:timers/promises';
import type { BlockAdded, BlockKind, NewBlockEntry } from '#contract/blocklist.ts';
import { problem } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { perDatabase } from '#server/db/per-database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { parseBlockEntry } from './list-file.ts';
import { readListInThread } from './list-thread.ts';
import { addEntries, holdList, removeEntry } from './queries-entries.ts';
import { listedKept, listedPictures, ownTerms, picturesLike, type ListedPicture } from './queries.ts';
import { RESCAN_JOB } from './rescan.ts';
import { prohibitedText } from './rules.ts';

/** Who tried what: `where` names the field or the act (`comic.title`, `import`), `file` what it came in. */
export interface Attempt {
  userId: number | null;
  where: string;
  file?: string;
}

/** The first of these texts (titles, names, tags, file names) that the content policy prohibits; null where none is. */
export async function checkTerms(db: Db, texts: readonly (string | null | undefined)[]): Promise<string | null> {
  const given = texts.filter((text): text is string => Boolean(text));
  if (given.length === 0) return null;
  const own = await listOwnTerms(db);
  let letters = 0;
  for (const text of given) {
    const found = prohibitedText([text], own);
    if (found !== null) return found;
    letters += text.length;
    // Ten translations of a long description are as much as nobody else should wait for.
    if (letters > LETTERS_AT_ONCE) {
      letters = 0;
      await setImmediate();
    }
  }
  return null;
}

/** Letters that are looked at before others have their turn. */
const LETTERS_AT_ONCE = 20_000;

/** Every search asks for them: they are read anew after some seconds. */
const REMEMBERED = 2000;
const remembered = perDatabase((): { until: number; terms: string[] } => ({ until: 0, terms: [] }));

async function listOwnTerms(db: Db): Promise<string[]> {
  const known = remembered(db);
  if (db.isTransaction || performance.now() < known.until) return db.isTransaction ? ownTerms(db) : known.terms;
  known.terms = await ownTerms(db);
  known.until = performance.now() + REMEMBERED;
  return known.terms;
}

/**
 * Throws Problem `term-prohibited` where one of these texts is prohibited, and records the attempt. Ask it before a
 * transaction, not inside: what is recorded must stay.
 */
export async function refuseTerms(
  db: Db,
  texts: readonly (string | null | undefined)[],
  attempt: Attempt,
): Promise<void> {
  const text = await checkTerms(db, texts);
  if (text === null) return;
  await audit(db, {
    userId: attempt.userId,
    action: 'blocklist.refused',
    subject: 'term',
    subjectId: 0,
    details: { ...attempt, text: text.slice(0, 300) },
  });
  throw problem('term-prohibited');
}

/** A picture to look for: the hash of its bytes, of other bytes that it came as or is kept as, and what it looks like (32 bytes). */
export interface CheckedPicture {
  hash: string;
  sources?: readonly string[];
  phash: Uint8Array | null;
}

/** Which of these pictures are on the list, by their bytes, as they came or clean, or by what they look like. */
export async function checkImages(db: Db, pictures: readonly CheckedPicture[]): Promise<ListedPicture[]> {
  if (pictures.length === 0) return [];
  return listedPictures(
    db,
    pictures.map(({ hash, sources = [], phash }) => ({
      hash,
      hashes: [hash, ...sources],
      phash: phash && Buffer.from(phash).toString('hex'),
    })),
  );
}

/** The pictures of the library that look like one (`phash`, 32 bytes), nearest first; at most `most`. 31 bits is the furthest that is found. */
export async function similarImages(
  db: Db,
  phash: Uint8Array,
  distance = 31,
  most = 100,
): Promise<{ hash: string; distance: number }[]> {
  return picturesLike(db, Buffer.from(phash).toString('hex'), distance, most);
}

/**
 * Throws Problem `image-prohibited` where one of these pictures of the library is on the list. For the transaction that
 * publishes them: until it ends nothing is added to the list, and what is added later finds them.
 */
export async function requireUnlisted(tx: Tx, hashes: readonly string[]): Promise<void> {
  await holdList(tx);
  if ((await listedKept(tx, hashes)).length > 0) throw problem('image-prohibited');
}

/** Puts entries on the list, and has the library searched for pictures among them. */
export async function addToList(
  db: Db,
  by: number | null,
  entries: readonly NewBlockEntry[],
): Promise<{ added: number; known: number }> {
  const distinct = await distinctBy(entries);
  const added = await withTransaction(db, async (tx) => {
    let count = 0;
    for (let at = 0; at < distinct.length; at += ENTRIES_AT_ONCE) {
      count += await addEntries(tx, distinct.slice(at, at + ENTRIES_AT_ONCE), by);
    }
    if (count > 0) {
      await audit(tx, {
        userId: by,
        action: 'blocklist.added',
        subject: 'blocklist',
        subjectId: 0,
        details: { count, ...(distinct.length === 1 ? distinct[0] : {}) },
      });
      await enqueue(tx, RESCAN_JOB.kind, {}, { key: 'all' });
    }
    return count;
  });
  return { added, known: distinct.length - added };
}

/** Entries that are compared, or written by one statement, before others have their turn. */
const ENTRIES_AT_ONCE = 2_000;

/** Each entry once, as it was said last. */
async function distinctBy(entries: readonly NewBlockEntry[]): Promise<NewBlockEntry[]> {
  const distinct = new Map<string, NewBlockEntry>();
  for (const [at, entry] of entries.entries()) {
    distinct.set(`${entry.kind} ${entry.value}`, entry);
    if (at % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) {
      await setImmediate();
    }
  }
  return [...distinct.values()];
}

/** Puts one entry on the list. @throws Problem `blocklist-entry-wrong` for a hash that is none, or a text without letters. */
export async function addOne(db: Db, by: number, entry: NewBlockEntry): Promise<{ added: number; known: number }> {
  const good = parseBlockEntry(entry);
  if (good === null) throw problem('blocklist-entry-wrong');
  return addToList(db, by, [good]);
}

/** Puts what a file says on the list (`readList`); `kind` is that of lines that say none. @throws Problem `blocklist-file-unknown`. */
export async function addFile(db: Db, by: number | null, bytes: Buffer, kind: BlockKind): Promise<BlockAdded> {
  const { entries, refused } = await readListInThread(bytes, kind, MAX_REFUSED);
  return { ...(await addToList(db, by, entries)), refused };
}

/** Lines that are none of which as many are named. */
const MAX_REFUSED = 100;

/** Takes an entry off the list. What was taken away because of it stays away until an admin releases it. @throws Problem `blocklist-entry-not-found`. */
export async function takeFromList(db: Db, by: number, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const entry = await removeEntry(tx, id);
    if (entry === null) throw problem('blocklist-entry-not-found');
    await audit(tx, { userId: by, action: 'blocklist.removed', subject: 'blocklist', subjectId: id, details: entry });
  });
}
