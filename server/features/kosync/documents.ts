import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { findServedChapter } from '#server/features/downloads/public/queries-served.ts';
import { keepReading } from '#server/features/library/public/reading.ts';
import { readingChoices } from '#server/features/library/public/queries-progress.ts';
import { toReports } from '#server/features/library/public/rules.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { findChapterPlace, findDocument, putDocument, type ChapterPlace, type DocumentPlace } from './queries.ts';

/** How KOReader names a document: by what it asks for, and by all that may be the digest of its content. */
export interface NamedDocument {
  document: string;
  digests: readonly string[];
}

/** A place in a document, as KOReader is told. */
export interface ToldPlace {
  document: string;
  progress: string;
  percentage: number;
  device: string;
  device_id: string;
  /** Seconds since 1970. */
  timestamp: number;
}

/** Letters of the name of a device, as places of reading keep it. */
const DEVICE_LETTERS = 60;

/**
 * Keeps where a member is in a document; in the chapter that it is, too, where the file was the site's.
 *
 * @returns when, in seconds since 1970.
 * @throws Problem `reading-not-kept` on an account that remembers no reading.
 */
export async function keepDocument(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewing: RequestContext,
  userId: number,
  { document, digests }: NamedDocument,
  said: Omit<DocumentPlace, 'updated_at'>,
): Promise<number> {
  if (!(await readingChoices(db, userId)).history) throw problem('reading-not-kept');
  const at = now();
  const chapter =
    (await findServedChapter(db, digests)) ?? (await findDocument(db, userId, document))?.chapter_id ?? null;
  await putDocument(db, userId, document, { ...said, updated_at: at.toISOString(), chapter });
  const place = chapter === null ? null : await findChapterPlace(db, userId, chapter);
  if (chapter !== null && place !== null) {
    const page = pageIn(said, place.pages);
    const report = {
      comic_id: place.comic_id,
      chapter_id: place.oneshot ? null : chapter,
      page,
      page_offset: 0,
      completed: page === place.pages,
      mark: false,
      device: said.device.slice(0, DEVICE_LETTERS),
    };
    await keepReading(db, viewing.site, userId, toReports([report], at), at);
  }
  return seconds(at.toISOString());
}

/** Where a member is in a document, by what was said last: of it, or of the chapter that it is; null where nothing was. */
export async function findPlace(
  { db }: Pick<Deps, 'db'>,
  viewing: RequestContext,
  userId: number,
  { document, digests }: NamedDocument,
): Promise<ToldPlace | null> {
  const kept = await findDocument(db, userId, document);
  const chapter = kept?.chapter_id ?? (await findServedChapter(db, digests));
  const place = chapter === null ? null : await findChapterPlace(db, userId, chapter);
  const told = place === null ? null : toldOfChapter(viewing, place);
  if (told !== null && (kept === null || (place?.read_at ?? '') > kept.updated_at)) return { document, ...told };
  if (kept === null) return null;
  const { progress, percentage, device, device_id, updated_at } = kept;
  return { document, progress, percentage, device, device_id, timestamp: seconds(updated_at) };
}

/** Null where the chapter was never opened. */
function toldOfChapter(
  { site }: RequestContext,
  { page, pages, completed, read_at, device }: ChapterPlace,
): Omit<ToldPlace, 'document'> | null {
  if (page === null || read_at === null) return null;
  const at = completed ? pages : Math.min(page, pages);
  return {
    progress: String(at),
    percentage: at / pages,
    device: device ?? site.title,
    device_id: site.id,
    timestamp: seconds(read_at),
  };
}

/** The page that is meant of so many: comics are at a page by its number, other forms of them at a share of the whole. */
function pageIn({ progress, percentage }: Pick<DocumentPlace, 'progress' | 'percentage'>, pages: number): number {
  const page = /^\d{1,9}$/.test(progress) ? Number(progress) : Math.ceil(percentage * pages);
  return Math.min(Math.max(page, 1), pages);
}

function seconds(iso: string): number {
  return Math.floor(Date.parse(iso) / 1000);
}
