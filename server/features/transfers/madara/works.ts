import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import type { ImportOutcome } from '#contract/imports.ts';
import { isProblem } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { refuseTerms } from '#server/features/blocklist/blocklist.ts';
import { createComic } from '#server/features/comics/public/queries-writing.ts';
import { changedTexts, editComicFields } from '#server/features/editing/public/edit-comic.ts';
import { hashSource, type Source } from '#server/features/intake/public/sources.ts';
import { importPicture } from '#server/features/pictures/pictures.ts';
import { leftParts, showComic, suitable, type SyncContext, type SyncResult } from '../bringing.ts';
import { comicOfSlug, markItem } from '../queries.ts';
import { toWordpressComic } from '../wordpress.ts';
import { moment, orderChapters, type MadaraChapter, type OrderedChapter } from './chapter-order.ts';
import { seriesKeyFor } from './people.ts';
import { findWithin, type UploadFolders } from './page-paths.ts';
import { keepOldAddresses } from './queries-old-addresses.ts';
import { findRow, listPostPages, listPostTerms, listRows } from './queries-rows.ts';
import { addViews, chaptersFor, findSeries, finishSeries, type Series } from './queries-works.ts';

/** A post of a work, as it is kept. */
interface Post {
  title: string;
  content: string;
  status: string;
  slug: string;
  posted: string;
}

/**
 * Brings one work: its words, terms and cover, its chapters in order with their pages, when they came out, how often it was seen, and the addresses
 * that it and they had. It is shown where it was shown there and that is wanted. May be cut off and called again: what is here stays as it is.
 *
 * @throws Problem what imports throw; `term-prohibited`, `image-prohibited`.
 */
export async function bringWork(
  bringing: SyncContext,
  key: string,
  { folders, site, base }: { folders: UploadFolders; site: string; base: string },
): Promise<SyncResult> {
  const { deps, imports, row, signal } = bringing;
  const { db } = deps;
  const id = Number(key);
  const post = await findRow<Post>(db, row.id, 'post', id);
  if (post === null) return { state: 'refused', comicId: null, error: { code: 'comic-not-found', params: {} } };
  const seriesKey = seriesKeyFor(site, id);
  const meta = Object.fromEntries(
    (await listRows<{ key: string; value: string }>(db, row.id, 'meta', id)).map(({ data }) => [data.key, data.value]),
  );
  const volumes = new Map(
    (await listRows<{ name: string }>(db, row.id, 'volume', id)).map((each) => [each.id, each.data.name]),
  );
  const chapters = orderChapters(
    (await listRows<Omit<MadaraChapter, 'id'>>(db, row.id, 'chapter', id)).map((each) => ({
      id: each.id,
      ...each.data,
    })),
    volumes,
  );
  const work =
    (await findSeries(db, seriesKey, row.id)) ?? (await describe(bringing, { post, id, meta, seriesKey, folders }));
  const pages = await listPostPages(db, row.id, id);
  const sources: (Source & { chapter: OrderedChapter; hash: string })[] = [];
  const left: string[] = [];
  for (const chapter of chapters) {
    const source = await findChapter(chapter, pages.get(chapter.id), { work, seriesKey, folders });
    if (source === null) {
      left.push(shownName(chapter));
    } else {
      sources.push({ ...source, chapter, hash: await hashSource(source) });
    }
  }
  const outcomes = new Map<string, ImportOutcome>();
  await imports.bring(
    sources,
    {
      publish: false,
      incomplete: row.options.incomplete ?? false,
      chapters: row.options.chapters ?? 'now',
      rating: row.options.rating,
      language: row.options.language,
      processes: null,
    },
    { onProgress: () => {}, onOutcome: (outcome) => void outcomes.set(outcome.file, outcome) },
    signal,
  );
  signal.throwIfAborted();
  left.push(
    ...sources.flatMap(({ file, chapter }) => (outcomes.get(file)?.state === 'refused' ? [shownName(chapter)] : [])),
  );
  const isNews = work.fresh || [...outcomes.values()].some(({ state }) => state === 'imported');
  const state = isNews ? ('imported' as const) : ('unchanged' as const);
  return withTransaction(db, async (tx) => {
    const known = await chaptersFor(
      tx,
      work.id,
      sources.map(({ hash, chapter }) => ({ hash, slug: chapter.slug, at: chapter.at?.toISOString() ?? null })),
    );
    await keepOldAddresses(tx, base, { comicId: work.id, slug: post.slug }, known);
    if (work.fresh) {
      await finishSeries(tx, work.id, known);
    }
    const lack = work.fresh && post.status === 'publish' ? await showComic(tx, bringing, work.id) : null;
    const error = left.length === 0 ? lack : leftParts('transfer-chapters-left', left);
    // With the comic: a process that dies makes it once.
    await markItem(tx, row.id, key, { state, comicId: work.id, error });
    return { state, comicId: work.id, error };
  });
}

/** Makes the comic of a work, without chapters yet. */
async function describe(
  { deps, row }: SyncContext,
  {
    post,
    id,
    meta,
    seriesKey,
    folders,
  }: { post: Post; id: number; meta: Record<string, string>; seriesKey: string; folders: UploadFolders },
): Promise<Series> {
  const { db } = deps;
  const terms = await listPostTerms(db, row.id, id);
  const { title, data } = toWordpressComic({
    texts: {
      title: post.title,
      'content:encoded': post.content,
      'wp:post_date_gmt': moment(post.posted) === null ? '' : post.posted,
      'wp:post_name': post.slug,
    },
    terms: [...terms, { domain: 'wp-manga-type', name: meta._wp_manga_type ?? '' }],
    meta,
  });
  const { slug, ...words } = suitable(data.changes);
  await refuseTerms(db, changedTexts({ ...words, ...(slug === undefined ? {} : { slug }) }), {
    userId: row.user_id,
    where: 'transfer',
    file: title,
  });
  const cover = await findCover(deps, row.id, meta._thumbnail_id ?? '', folders);
  const rating = words.rating ?? row.options.rating ?? deps.config.site.defaultRating ?? 'safe';
  return withTransaction(db, async (tx) => {
    const made = await createComic(tx, { title: title.slice(0, 300), rating, oneshot: false, cover, seriesKey });
    const edit = { comicId: made.id, by: row.user_id, source: 'import' as const };
    const { language } = row.options;
    await editComicFields(tx, edit, {
      ...words,
      ...(language === null ? {} : { terms: { ...words.terms, languages: [{ name: language }] } }),
    });
    if (slug !== undefined && (await comicOfSlug(tx, slug)) === null) {
      await editComicFields(tx, edit, { slug });
    }
    // With the comic: they are added once.
    await addViews(tx, made.id, Number(/^\d{1,9}$/.exec(meta._wp_manga_views ?? '')?.[0] ?? 0));
    return { id: made.id, title: title.slice(0, 300), rating, fresh: true };
  });
}

/** The cover of a work; null where it cannot be had: the work is worth more than its cover. */
async function findCover(
  deps: SyncContext['deps'],
  transferId: number,
  thumbnail: string,
  folders: UploadFolders,
): Promise<string | null> {
  const attached = /^\d{1,15}$/.test(thumbnail)
    ? (await listRows<{ key: string; value: string }>(deps.db, transferId, 'meta', Number(thumbnail))).find(
        ({ data }) => data.key === '_wp_attached_file',
      )
    : undefined;
  const path = attached === undefined ? null : await findWithin(folders.uploads, attached.data.value);
  try {
    if (path === null || (await stat(path)).size > deps.config.site.uploads.entryMegabytes * 1024 ** 2) return null;
    return await importPicture(deps, await readFile(path), { source: 'import', userId: null, file: path });
  } catch (error) {
    if (isProblem(error) && !error.code.startsWith('storage')) return null;
    throw error;
  }
}

/** The folder of a chapter's pages, with what Madara says of it; null where they are not in the folder of uploads. */
async function findChapter(
  chapter: OrderedChapter,
  kept: { storage: string; pages: (string | null)[] } | undefined,
  { work, seriesKey, folders }: { work: Series; seriesKey: string; folders: UploadFolders },
): Promise<Source | null> {
  const first = kept?.storage === 'local' ? kept.pages.find((page) => page !== null) : undefined;
  if (kept === undefined || first === undefined) return null;
  const folder = dirname(first!);
  const path = await findWithin(folders.pages, folder);
  if (path === null) return null;
  const { number, name, volume, position } = chapter;
  return {
    file: `${work.title} / ${shownName(chapter)} (${chapter.id})`,
    path,
    bytes: 0,
    folder: true,
    around: null,
    said: {
      key: `${seriesKey}:${chapter.id}`,
      metadata: { rating: work.rating },
      placement: {
        kind: 'chapter',
        series: work.title,
        seriesKey,
        workKey: seriesKey,
        number,
        volume,
        position,
        name,
      },
      // A page outside the folder of the others is missing.
      pages: kept.pages.map((page, at) =>
        page === null ? `${at + 1}` : dirname(page) === folder ? basename(page) : page,
      ),
    },
  };
}

function shownName({ number, name, id }: OrderedChapter): string {
  return [number, name].filter(Boolean).join(' ') || String(id);
}
