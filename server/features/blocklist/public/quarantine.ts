import { isProblem, problem } from '#contract/problems.ts';
import type { QuarantineCase, QuarantineDecision } from '#contract/blocklist.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import { listedKept, type ListedPicture } from '#server/features/blocklist/queries.ts';
import {
  listBlobs,
  decideCase,
  dropEvidence,
  openCase,
  overdueEvidence,
  quarantineCase,
  withdrawPictures,
} from '#server/features/blocklist/queries-quarantine.ts';

/** Where evidence is kept and recorded. */
export interface Evidence {
  db: Db;
  evidence: Blobs;
}

/** How a picture came: who brought it, in which file, as which page of it (from 1). */
export interface Provenance {
  source: 'import' | 'upload' | 'avatar';
  userId: number | null;
  file: string;
  page?: number;
}

/** How long evidence is kept, in days, where nobody says that it is needed for longer (research, "Trust and legal features": a year). */
const KEPT_DAYS = 365;

/** Records a picture that was refused because it is on the list, and keeps its bytes where nobody can see them. */
export async function refusePicture(
  { db, evidence }: Evidence,
  { hash, entry }: ListedPicture,
  bytes: Buffer,
  provenance: Provenance,
): Promise<void> {
  await evidence.put(bytes);
  const found = {
    ...entry,
    image: hash,
    evidence: true,
    source: provenance.source,
    file: provenance.file,
    page: provenance.page ?? null,
    userId: provenance.userId,
    comicId: null,
  };
  await withTransaction(db, async (tx) => {
    const id = await openCase(tx, found, KEPT_DAYS);
    if (id === null) return;
    await audit(tx, {
      userId: provenance.userId,
      action: 'blocklist.refused',
      subject: 'quarantine',
      subjectId: id,
      details: {
        where: provenance.source,
        file: provenance.file,
        page: provenance.page ?? null,
        image: hash,
        entry: entry.id,
      },
    });
  });
}

/**
 * Takes those of these pictures of the library away that are on the list: comics that show one are removed, the bytes are
 * kept as evidence, and no address shows them any more. Answers how many were.
 */
export async function removeListed(
  { db, evidence, blobs }: Evidence & { blobs: Blobs },
  hashes: readonly string[],
): Promise<number> {
  const listed = await listedKept(db, hashes);
  for (const { hash, entry } of listed) {
    const copy = await copyEvidence(blobs, evidence, hash);
    await withTransaction(db, async (tx) => {
      const comics = await withdrawPictures(tx, [hash]);
      const shown = comics.length === 0 ? [{ comic_id: null, user_id: null, number: null }] : comics;
      for (const { comic_id: comicId, user_id: userId, number: page } of shown) {
        const id = await openCase(
          tx,
          { ...entry, image: hash, evidence: copy, source: 'library', file: '', page, userId, comicId },
          KEPT_DAYS,
        );
        if (id !== null) {
          await audit(tx, {
            userId: null,
            action: 'blocklist.withdrawn',
            subject: 'quarantine',
            subjectId: id,
            details: { image: hash, entry: entry.id, comic: comicId },
          });
        }
      }
    });
  }
  return listed.length;
}

/** Decides a case. A picture that is confirmed loses its bytes but for the evidence. @throws Problem `quarantine-not-found`. */
export async function decide(
  { db, blobs }: { db: Db; blobs: Blobs },
  by: number,
  id: number,
  {
    state = null,
    frozen = null,
    hold = null,
    note = null,
  }: { [Key in keyof QuarantineDecision]?: QuarantineDecision[Key] | null | undefined },
): Promise<QuarantineCase> {
  const decided = await withTransaction(db, async (tx) => {
    const before = await quarantineCase(tx, id);
    if (before === null) throw problem('quarantine-not-found');
    await decideCase(tx, id, { state, frozen: state === 'released' ? false : frozen, hold, note }, by);
    const after = (await quarantineCase(tx, id))!;
    await audit(tx, {
      userId: by,
      action: 'blocklist.decided',
      subject: 'quarantine',
      subjectId: id,
      details: { before: short(before), after: short(after) },
    });
    return after;
  });
  if (state === 'confirmed' && decided.evidence) {
    for (const key of await listBlobs(db, decided.image)) {
      await blobs.remove(key);
    }
  }
  return decided;
}

function short({ state, frozen, hold, note }: QuarantineCase): Partial<QuarantineCase> {
  return { state, frozen, hold, note };
}

/** The bytes of a case; that someone saw them is recorded, with their reason. @throws Problem `quarantine-not-found`, also where they are no longer kept. */
export async function getEvidence({ db, evidence }: Evidence, by: number, id: number, reason: string): Promise<Buffer> {
  const found = await quarantineCase(db, id);
  if (!found?.evidence) throw problem('quarantine-not-found');
  await audit(db, {
    userId: by,
    action: 'blocklist.viewed',
    subject: 'quarantine',
    subjectId: id,
    details: { reason },
  });
  return evidence.read(found.image);
}

/** Deletes the evidence of cases from before a moment that are not on hold, at most so many. @returns how many. */
export async function forgetEvidence({ db, evidence }: Evidence, before: Date, limit: number): Promise<number> {
  const cases = await overdueEvidence(db, before, limit);
  for (const { id, image } of cases) {
    if (await withTransaction(db, (tx) => dropEvidence(tx, id))) {
      await evidence.remove(image);
    }
  }
  return cases.length;
}

async function copyEvidence(blobs: Blobs, evidence: Blobs, hash: string): Promise<boolean> {
  try {
    await evidence.put(await blobs.read(hash));
    return true;
  } catch (error) {
    if (isProblem(error) && error.code === 'storage-missing') return false;
    throw error;
  }
}
