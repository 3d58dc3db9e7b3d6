import type { Duplicate } from '#contract/uploads.ts';
import type { Db } from '#server/db/database.ts';
import { ALIKE_BITS, lookAlikes } from '#server/features/blocklist/public/queries-alike.ts';
import { listPictures, sameFiles, samePages, sameTitles } from './queries-duplicates.ts';
import { keepDuplicates, listUploadWorks } from './queries-works.ts';

/** Pictures of a work that are looked for by what they look like: asking for each costs an index scan. */
const LOOKED_AT = 12;
/** Part of a work's pages that another comic has before it is told: title pages and credits are in many. */
const PART = 0.3;

/**
 * Finds what is like the works of an upload and is here already: the same files, the same pages by their bytes or by
 * what they look like, the same title in any language. It is told, and nothing is refused for it.
 * Comics that readers do not see are told to who brought them and to staff alone.
 */
export async function findDuplicates(db: Db, uploadId: number): Promise<void> {
  for (const { id, fields, comic, became } of await listUploadWorks(db, uploadId)) {
    if (became !== null) continue;
    const pictures = [...new Set(await listPictures(db, id))];
    const step = Math.max(1, Math.floor(pictures.length / LOOKED_AT));
    const sample = pictures.filter((_, at) => at % step === 0).slice(0, LOOKED_AT);
    const alike = (await lookAlikes(db, sample, ALIKE_BITS)).map(({ hash }) => hash);
    const least = Math.max(1, Math.ceil(pictures.length * PART));
    const titles = [
      fields.title,
      fields.alternative_title,
      ...Object.values(fields.translations).map((words) => words.title),
    ];
    const found = [
      ...(await sameFiles(db, uploadId, id)),
      ...(await samePages(db, uploadId, pictures, least)),
      ...(await samePages(db, uploadId, alike, Math.max(1, Math.ceil(sample.length * PART)))),
      ...(comic === null ? await sameTitles(db, uploadId, titles) : []),
    ];
    await keepDuplicates(db, id, unique(found));
  }
}

function unique(found: readonly Duplicate[]): Duplicate[] {
  return [
    ...new Map(
      found.toReversed().map((each) => [`${each.kind} ${each.comic?.id ?? ''} ${each.upload ?? ''}`, each]),
    ).values(),
  ].toReversed();
}
