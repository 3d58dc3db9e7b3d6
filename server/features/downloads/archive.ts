import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { problem } from '#contract/problems.ts';
import { contentAccess } from '#server/db/visible.ts';
import type { Deps } from '#server/deps.ts';
import { requirePages, type FoundComic } from '#server/features/comics/public/queries-one.ts';
import { shortUrl } from '#server/features/comics/public/cards.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { layOutZip, layoutPart, type Layout, type LayoutEntry } from '#server/images/archives/zip-layout.ts';
import { comicInfoXml } from './comic-info-xml.ts';
import { archiveName, distinctNames, pageName } from './file-names.ts';
import {
  archiveChapters,
  archiveComic,
  keepChecksums,
  type ArchiveChapter,
  type ArchiveComic,
  type ArchivePage,
} from './queries.ts';

/** A file that can be sent, known to the byte. */
export interface ComicArchive extends Layout {
  filename: string;
  type: string;
  /** The only chapter in it; null where there are several. */
  chapter: number | null;
  /** A strong ETag: the same for the same bytes. */
  etag: string;
}

/** Changes when the same comic is written in another way, so that nothing is put together of both. */
const FORM = 'komawari archive 1';
/** Pictures whose checksums are written down together. */
const BATCH = 64;

type ArchiveDeps = Pick<Deps, 'db' | 'blobs'>;

/**
 * The chapters of a comic that were asked for, in reading order; without ids all that this member may read.
 *
 * @throws Problem `chapter-not-found` for an id that is not of this comic, `download-empty`, what `requirePages` throws.
 */
export async function requestedChapters(
  db: ArchiveDeps['db'],
  viewing: RequestContext,
  comic: FoundComic,
  ids: readonly number[],
): Promise<ArchiveChapter[]> {
  const all = await archiveChapters(db, comic.id);
  if (ids.some((id) => !all.some((chapter) => chapter.id === id))) throw problem('chapter-not-found');
  const requested =
    ids.length > 0
      ? all.filter(({ id }) => ids.includes(id))
      : all.filter((chapter) => isOpen(viewing, comic, chapter));
  for (const { premium } of requested) {
    requirePages(viewing, { ...comic, premium });
  }
  if (requested.length === 0 && all[0]) {
    requirePages(viewing, { ...comic, premium: all[0].premium });
  }
  const filled = requested.filter(({ pages }) => pages.length > 0);
  if (filled.length === 0) throw problem('download-empty');
  return filled;
}

/** Whether a member may read a chapter. */
export function isOpen(
  viewing: RequestContext,
  comic: FoundComic,
  { premium }: Pick<ArchiveChapter, 'premium'>,
): boolean {
  return contentAccess(viewing, { ...comic, premium }) === 'everything';
}

/**
 * The file of some chapters: a CBZ of one chapter or a one-shot, its pages at the root; of several a ZIP of CBZs, which
 * unpacked is the folder of a series as Komga, Kavita, Mihon and our own import read it.
 */
export async function buildArchive(
  deps: ArchiveDeps,
  viewing: RequestContext,
  comic: FoundComic,
  chapters: readonly ArchiveChapter[],
): Promise<ComicArchive> {
  const about = await archiveComic(deps.db, comic.id);
  if (about === null) throw problem('comic-not-found');
  const checksums = await findChecksums(
    deps,
    chapters.flatMap(({ pages }) => pages),
  );
  const files = chapters.map((chapter) => ({
    chapter,
    ...archiveFile(about, chapter, checksums, shortUrl(viewing, comic.id)),
  }));
  const [first] = files;
  const names = distinctNames(chapters.map((chapter) => nameFor(about, chapter)));
  if (files.length === 1 && first) {
    return {
      ...first.layout,
      filename: `${names[0]}.cbz`,
      type: 'application/vnd.comicbook+zip',
      chapter: first.chapter.id,
      etag: makeEtag([first.said]),
    };
  }
  const layout = layOutZip(
    files.map((file, at) => ({ name: `${names[at]}.cbz`, parts: file.layout.parts, modified: file.chapter.added_at })),
  );
  const whole = { series: null, title: about.title, number: null, ...creditsFor(about) };
  return {
    ...layout,
    filename: `${archiveName(whole)}.zip`,
    type: 'application/zip',
    chapter: null,
    etag: makeEtag([...names, ...files.map(({ said }) => said)]),
  };
}

/** A chapter's CBZ, and everything its bytes depend on. */
function archiveFile(
  comic: ArchiveComic,
  chapter: ArchiveChapter,
  checksums: ReadonlyMap<string, number>,
  address: string,
): { layout: Layout; said: string } {
  const { pages, added_at: modified } = chapter;
  const xml = comicInfoXml(comic, chapter, address);
  const entries: LayoutEntry[] = pages.map((page, at) => ({
    name: pageName(at + 1, pages.length, page.format),
    parts: [{ blob: page.image, size: page.bytes, crc32: (checksums.get(page.image) ?? 0) >>> 0 }],
    modified,
  }));
  const layout = layOutZip([{ name: 'ComicInfo.xml', parts: [layoutPart(Buffer.from(xml))], modified }, ...entries]);
  return { layout, said: [xml, modified.toISOString(), ...pages.map(({ image }) => image)].join('\n') };
}

function nameFor(comic: ArchiveComic, { name, number, position }: ArchiveChapter): string {
  return archiveName(
    comic.oneshot
      ? { series: null, title: comic.title, number: null, ...creditsFor(comic) }
      : { series: comic.title, title: name, number: number || String(position), ...creditsFor(comic) },
  );
}

function creditsFor({ terms }: ArchiveComic): { group: string | null; language: string | null } {
  return {
    group: terms.find(({ kind }) => kind === 'group')?.name ?? null,
    language: terms.find(({ kind }) => kind === 'language')?.code ?? null,
  };
}

function makeEtag(said: readonly string[]): string {
  return `"${createHash('sha256')
    .update(JSON.stringify([FORM, ...said]))
    .digest('base64url')}"`;
}

/** The CRC-32 of every original: as kept, or computed now and kept for ever, which takes reading it once. */
async function findChecksums({ db, blobs }: ArchiveDeps, pages: readonly ArchivePage[]): Promise<Map<string, number>> {
  const known = new Map(pages.flatMap(({ image, crc32: kept }) => (kept === null ? [] : [[image, kept]])));
  const missing = [...new Set(pages.filter(({ image }) => !known.has(image)).map(({ image }) => image))];
  for (let from = 0; from < missing.length; from += BATCH) {
    const computed = new Map<string, number>();
    for (const image of missing.slice(from, from + BATCH)) {
      const { stream } = await blobs.stream(image);
      let sum = 0;
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        sum = crc32(chunk, sum);
      }
      computed.set(image, sum | 0);
    }
    await keepChecksums(db, computed);
    for (const [image, sum] of computed) {
      known.set(image, sum);
    }
  }
  return known;
}
