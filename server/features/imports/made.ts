import { createHash } from 'node:crypto';
import { problem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { inferPlacement } from './grouping.ts';
import type { ImportMetadata } from './import-metadata.ts';
import { finishOpened, type Importing } from './import-one.ts';
import { markReading, putImport, whereImported } from './queries.ts';
import type { UnreadPage } from './read-pages.ts';

/** A comic or a chapter that a program makes, such as one of the demo library. */
export interface GeneratedImport {
  /** Names it for good: what has been made under this key is not made again. */
  key: string;
  metadata: ImportMetadata;
  /** Pages in reading order; each is read when its turn comes, and not again once it is kept. */
  pages: readonly Pick<UnreadPage, 'name' | 'read' | 'transcript'>[];
  publish: boolean;
}

/**
 * Makes a comic or a chapter of a program's pages, as an archive would become one. What an earlier run was cut off in
 * goes on.
 *
 * @throws Problem `archive-no-good-page`, `storage-full`, `storage-unavailable`; the reason of the signal.
 */
export async function importGenerated(importing: Pick<Importing, 'store' | 'gate' | 'limits' | 'unpackIn' | 'signal'>, made: GeneratedImport): Promise<{ comicId: number; slug: string }> {
  const { store: { db } } = importing;
  const rating = made.metadata.rating ?? 'safe';
  const options = { publish: made.publish, incomplete: false, rating, ratingChosen: true, language: null, folder: false, around: null };
  const hash = createHash('sha256').update(`made\n${made.key}`).digest('hex');
  const row = await withTransaction(db, (tx) => putImport(tx, { hash, file: made.key, source: `made:${made.key}`, options }));
  if (row.fresh) {
    await markReading(db, row.id);
    const placement = inferPlacement(made.metadata, true, made.key, null);
    await finishOpened(row, { metadata: made.metadata, placement, pages: made.pages, warnings: [] }, { ...importing, onPage: () => {}, complete: async () => {} });
  }
  const place = await whereImported(db, row.id);
  if (place === null) { throw problem('comic-not-found'); }
  return { comicId: place.comic_id, slug: place.slug };
}
