import { basename, dirname } from 'node:path/posix';
import type { WantedCredit } from '#contract/credits.ts';
import type { Site } from '#server/config/site-file.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { guessDirection } from '#server/features/intake/public/add-to-library.ts';
import type { OpenedImport } from '#server/features/intake/public/archive-pages.ts';
import { isPartName } from '#server/features/intake/public/file-names.ts';
import { inferPlacement, namePositions, type FolderContext } from '#server/features/intake/public/grouping.ts';
import { readMetadata } from '#server/features/intake/public/metadata.ts';
import { sourceName } from '#server/features/intake/public/sources.ts';
import { isJunk, pageCandidate } from '#server/images/archives/entry-names.ts';
import { sortNaturally } from '#server/images/archives/natural-order.ts';
import { workAbout, workFields, joinFields } from './fields.ts';
import { touchUpload } from './queries.ts';
import {
  addChapter,
  addWork,
  chapterByKey,
  describeWork,
  listPaths,
  placePages,
  findSeries,
  workByKey,
  type FileToRead,
} from './queries-reading.ts';

/** The facts known of a work and where its part belongs. */
export type PlacedWork = Pick<OpenedImport, 'metadata' | 'placement'>;

/** Its width and height are 0 where it is missing. */
interface PlacedPage {
  number: number;
  image: string;
  width: number;
  height: number;
  transcript: string | null;
}

/** Chapters without a number stand behind those with one, in the order their files were named. */
const BEHIND = 1_000_000_000;

/** Whether a file says what the pictures beside it are. */
export function isMetadata(name: string): boolean {
  return /^comicinfo\.xml$/i.test(name);
}

/** Where an archive lies among the archives of its folder; null where it lies in none. */
export async function around(
  db: Db,
  { upload_id: uploadId, path }: Pick<FileToRead, 'upload_id' | 'path'>,
): Promise<FolderContext | null> {
  const folder = dirname(path);
  if (folder === '.') return null;
  const beside = (await listPaths(db, uploadId))
    .map((file) => file.path)
    .filter(
      (each) =>
        dirname(each) === folder && !isJunk(each) && pageCandidate(each) === null && !isMetadata(basename(each)),
    );
  return amongSiblings(
    basename(folder),
    beside.map((each) => sourceName(each)),
    sourceName(path),
  );
}

/**
 * The facts known of a folder of pictures and where it belongs: what its ComicInfo.xml says, else its name and place.
 *
 * @param xml the bytes of its ComicInfo.xml; null where it has none.
 */
export async function placeOfFolder(
  db: Db,
  { upload_id: uploadId, path }: Pick<FileToRead, 'upload_id' | 'path'>,
  xml: Buffer | null,
): Promise<PlacedWork> {
  const folder = dirname(path);
  const name = folder === '.' ? basename(path).replace(/\.[^.]*$/, '') : basename(folder);
  const where = isPartName(name) && folder !== '.' ? await uploadFolderContext(db, uploadId, folder) : null;
  const file = { path: 'ComicInfo.xml', size: xml?.length ?? 0 };
  const { metadata, own } = await readMetadata(
    { metadataFiles: xml === null ? [] : [file], comment: '', read: async () => xml ?? Buffer.alloc(0) },
    name,
    where?.folder ?? null,
  );
  return { metadata, placement: inferPlacement(metadata, own, name, where) };
}

/** Makes a chapter of an archive whose pages are read, in the work that it belongs to. Call it holding the upload. */
export async function placeArchive(
  tx: Tx,
  site: Site,
  file: FileToRead,
  placed: PlacedWork,
  pages: readonly PlacedPage[],
): Promise<void> {
  const work = await workFor(tx, site, file, placed, pages);
  const chapter = await addChapter(tx, work, { ...toChapter(placed, file), key: null });
  await placePages(
    tx,
    file.id,
    chapter,
    pages.map(({ number, image, transcript }) => ({ number, image, transcript })),
  );
  await touchUpload(tx, file.upload_id, { arranged: true });
}

/** Makes a picture that is read a page of its folder's chapter. Call it holding the upload. */
export async function placePicture(
  tx: Tx,
  site: Site,
  file: FileToRead,
  placed: PlacedWork,
  page: PlacedPage,
): Promise<void> {
  const key = folderKey(file);
  const known = await chapterByKey(tx, file.upload_id, key);
  const chapter =
    known?.id ??
    (await addChapter(tx, await workFor(tx, site, file, placed, [page]), {
      ...toChapter(placed, file),
      key,
    }));
  await placePages(tx, file.id, chapter, [page]);
  await touchUpload(tx, file.upload_id, { arranged: true });
}

/** Describes what the pictures beside a ComicInfo.xml became by what it says, unless someone has described it. Call it holding the upload. */
export async function placeMetadata(
  tx: Tx,
  site: Site,
  file: FileToRead,
  { metadata, placement }: PlacedWork,
): Promise<void> {
  const chapter = await chapterByKey(tx, file.upload_id, folderKey(file));
  if (chapter !== null && chapter.version === 1) {
    await describeWork(
      tx,
      chapter.work_id,
      workFields(site, metadata, placement, chapter.direction),
      workAbout(metadata, placement),
    );
    await touchUpload(tx, file.upload_id, { arranged: true });
  }
}

function folderKey({ path }: Pick<FileToRead, 'path'>): string {
  return `folder:${dirname(path)}`;
}

async function uploadFolderContext(db: Db, uploadId: number, folder: string): Promise<FolderContext> {
  const parent = dirname(folder);
  const folders = (await listPaths(db, uploadId))
    .map(({ path }) => dirname(path))
    .filter((each) => dirname(each) === parent && isPartName(basename(each)));
  return amongSiblings(
    parent === '.' ? '?' : basename(parent),
    folders.map((each) => basename(each)),
    basename(folder),
  );
}

function amongSiblings(folder: string, siblings: readonly string[], own: string): FolderContext {
  const names = sortNaturally([...new Set(siblings)], (each) => each);
  return { folder, position: namePositions(names)[names.indexOf(own)] ?? 1 };
}

/** The work that a part belongs to: that of its series, else a new one. */
async function workFor(
  tx: Tx,
  site: Site,
  file: FileToRead,
  { metadata, placement }: PlacedWork,
  pages: readonly PlacedPage[],
): Promise<number> {
  const key = placement.kind === 'chapter' ? placement.seriesKey : null;
  const known = key === null ? null : await workByKey(tx, file.upload_id, key);
  const fields = workFields(site, metadata, placement, guessDirection(pages.filter(({ width }) => width > 0)));
  if (known === null) {
    const comicId = key === null ? null : await findSeries(tx, key, file.user_id);
    return addWork(tx, file.upload_id, { place: file.id, key, fields, about: workAbout(metadata, placement), comicId });
  }
  // A work that someone has described keeps that description.
  if (known.version === 1) {
    await describeWork(tx, known.id, ...joinFields(known, { fields, about: workAbout(metadata, placement) }));
  }
  return known.id;
}

function toChapter(
  { metadata: { credits }, placement }: PlacedWork,
  { id }: FileToRead,
): { place: number; name: string; number: string | null; volume: string | null; credits: readonly WantedCredit[] } {
  if (placement.kind === 'oneshot') return { place: BEHIND + id, name: '', number: null, volume: null, credits };
  const { number, volume, position, name } = placement;
  const numbered = Number.parseFloat(number ?? '');
  return { place: position ?? (Number.isFinite(numbered) ? numbered : BEHIND + id), name, number, volume, credits };
}
