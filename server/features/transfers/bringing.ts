import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ComicChanges } from '#contract/editing.ts';
import type { ImportOutcome } from '#contract/imports.ts';
import { isProblem, problem, type ProblemCode } from '#contract/problems.ts';
import { withTransaction, type Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { refuseTerms } from '#server/features/blocklist/blocklist.ts';
import { findLack } from '#server/features/chapters/public/wholeness.ts';
import { createComic } from '#server/features/comics/public/queries-writing.ts';
import { askPublication } from '#server/features/editing/public/publication.ts';
import { editComicFields, changedTexts } from '#server/features/editing/public/edit-comic.ts';
import type { ImportListener, Imports } from '#server/features/imports/imports.ts';
import { hashSource, type Source } from '#server/features/intake/public/sources.ts';
import { addShelved, mergePlaces } from '#server/features/library/public/queries-merging.ts';
import { addRatings } from '#server/features/library/public/queries-ratings.ts';
import { fetchFile, type RemoteClient } from './asking.ts';
import type { FetchedComic, ForeignMarks, ForeignPlace, Library } from './library.ts';
import {
  chaptersByHash,
  findImportedBefore,
  comicOfSlug,
  isCutOff,
  isKnownTo,
  markItem,
  type Failure,
  type TransferRow,
} from './queries.ts';
import type { WordpressComic } from './wordpress.ts';
import { importPicture } from '#server/features/pictures/pictures.ts';

/** The dependencies of bringing. */
export interface SyncContext {
  deps: Deps;
  imports: Imports;
  row: TransferRow;
  asking: RemoteClient;
  signal: AbortSignal;
}

/** The outcome for a comic; `error` of an imported one is why it stays a draft. */
export interface SyncResult {
  state: 'imported' | 'unchanged' | 'refused';
  comicId: number | null;
  error: Failure | null;
}

/** Where archives lie while they are brought. */
export function transfersFolder({ config }: Pick<Deps, 'config'>): string {
  return join(config.dataDir, 'transfers');
}

/**
 * Brings one comic: its archives are fetched, imported as drafts, described as the other server does, and then shown where
 * that is wanted. Nothing of it stays on the disk but what was imported.
 *
 * @throws Problem what the other server refused or did not answer; what imports throw.
 */
export async function syncComic(
  bringing: SyncContext,
  library: Library,
  item: { key: string; title: string },
): Promise<SyncResult> {
  const {
    deps,
    imports,
    row: { options },
    signal,
  } = bringing;
  const { archives, series, marks, language, ...described } = await fetchComic(library, item.key, signal);
  const changes = suitable(described.changes);
  await refuseTerms(deps.db, changedTexts(changes), {
    userId: bringing.row.user_id,
    where: 'transfer',
    file: item.title,
  });
  await mkdir(transfersFolder(deps), { recursive: true });
  const folder = await mkdtemp(join(transfersFolder(deps), 'comic-'));
  try {
    // A folder of archives is a series that is called like the folder.
    const inside = join(folder, fileName(item.title));
    await mkdir(inside);
    const paths: string[] = [];
    const sources: Source[] = [];
    const places = new Map<string, ForeignPlace>();
    const left: string[] = [];
    let failure: Failure | null = null;
    for (const [at, { name, write, read, part }] of archives.entries()) {
      const path = join(
        inside,
        archives.some((other, before) => before < at && fileName(other.name) === fileName(name))
          ? fileName(`${at + 1} ${name}`)
          : fileName(name),
      );
      try {
        await write(path);
      } catch (error) {
        signal.throwIfAborted();
        // One that cannot be fetched keeps no other of the series from coming.
        const why = await failureOfItem(error, library);
        failure ??= why;
        left.push(basename(path));
        await rm(path, { recursive: true, force: true });
        continue;
      }
      paths.push(path);
      const written = await stat(path);
      const source = { file: path, path, bytes: written.size, folder: written.isDirectory(), around: null };
      if (part !== undefined) {
        const { position, ...said } = part;
        sources.push({ ...source, around: { folder: item.title, position, said } });
      }
      if (read) {
        places.set(await hashSource(source), read);
      }
    }
    if (paths.length === 0 && failure !== null) return { state: 'refused', comicId: null, error: failure };
    const outcomes: ImportOutcome[] = [];
    const request = {
      publish: false,
      incomplete: options.incomplete ?? false,
      chapters: options.chapters ?? ('now' as const),
      rating: options.rating,
      language: options.language ?? language ?? null,
      processes: null,
    };
    const listener: ImportListener = { onProgress: () => {}, onOutcome: (outcome) => void outcomes.push(outcome) };
    await (sources.length > 0
      ? imports.bring(sources, request, listener, signal)
      : imports.run({ ...request, paths: series ? [inside] : paths }, listener, signal));
    signal.throwIfAborted();
    const result = await finishWork(bringing, outcomes, changes);
    left.push(...outcomes.flatMap(({ state, file }) => (state === 'refused' ? [basename(file)] : [])));
    if (result.state !== 'refused' && left.length > 0) {
      result.error = leftParts('transfer-files-left', left);
    }
    await keepPlaces(bringing, places);
    if (result.comicId !== null && marks !== undefined) {
      await keepMarks(bringing, result.comicId, marks);
    }
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps where the owner of the key was, for the member who has the library brought; what they read here already is not lost. */
async function keepPlaces(
  { deps: { db }, row }: SyncContext,
  places: ReadonlyMap<string, ForeignPlace>,
): Promise<void> {
  const member = row.user_id;
  if (member === null || places.size === 0) return;
  const chapters = await chaptersByHash(db, [...places.keys()]);
  const kept = [...chapters].map(([hash, { id, comic_id, pages }]) => {
    const { page, completed, at } = places.get(hash)!;
    return { comic_id, chapter_id: id, page: completed ? pages : Math.min(page, pages), completed, read_at: at };
  });
  await withTransaction(db, (tx) => mergePlaces(tx, member, kept));
}

/** Keeps that the owner of the key wants to read a comic, and their score, for the member who has it brought; what they said here already stays. */
async function keepMarks(
  { deps: { db }, row: { user_id: member } }: SyncContext,
  comicId: number,
  { planned, score }: ForeignMarks,
): Promise<void> {
  if (member === null) return;
  await withTransaction(db, async (tx) => {
    if (planned) {
      await addShelved(tx, member, [{ comic_id: comicId, shelf: 'planned' }]);
    }
    if (score !== null) {
      await addRatings(tx, member, [{ comic_id: comicId, score }]);
    }
  });
}

async function finishWork(
  bringing: SyncContext,
  outcomes: readonly ImportOutcome[],
  changes: ComicChanges,
): Promise<SyncResult> {
  const { db } = bringing.deps;
  const done = outcomes.flatMap((outcome) => (outcome.state === 'refused' ? [] : [outcome]));
  const [first] = done;
  if (first === undefined) {
    const refused = outcomes.find((outcome) => outcome.state === 'refused');
    return {
      state: 'refused',
      comicId: null,
      error: refused?.state === 'refused' ? refused.error : { code: 'archive-empty', params: {} },
    };
  }
  const comicId = await comicOfSlug(db, first.slug);
  if (
    comicId === null ||
    (done.every(({ state }) => state === 'unchanged') && !(await isCutOff(db, bringing.row.id, comicId)))
  ) {
    return { state: 'unchanged', comicId, error: null };
  }
  // One that is tried again may have other words since then.
  const described = await isKnownTo(db, bringing.row.id, comicId);
  return { state: 'imported', comicId, error: await describeAndShow(bringing, comicId, described ? {} : changes) };
}

/** The other server's description of a comic. @throws Problem `transfer-odd` for what cannot be understood. */
async function fetchComic(library: Library, key: string, signal: AbortSignal): Promise<FetchedComic> {
  try {
    return await library.bring(key);
  } catch (error) {
    signal.throwIfAborted();
    throw isProblem(error) ? error : problem('transfer-odd');
  }
}

/** The part of a description that fits here: the rest of it is left out. */
export function suitable(changes: ComicChanges): ComicChanges {
  const { shape } = ComicChanges;
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => field in shape && shape[field as keyof typeof shape].safeParse(value).success,
    ),
  );
}

/** Brings one work of a file of WordPress: a draft with its words, terms and cover, for chapters to be added to. */
export async function importPost(
  { deps, row, asking }: SyncContext,
  { key, title, data: { changes, cover } }: WordpressComic,
): Promise<SyncResult> {
  const { db } = deps;
  const before = await findImportedBefore(db, 'wordpress', key, row.name);
  if (before !== null) return { state: 'unchanged', comicId: before, error: null };
  await refuseTerms(db, changedTexts(changes), { userId: row.user_id, where: 'transfer', file: title });
  const picture = cover === null ? null : await coverFrom(deps, asking, cover);
  const comicId = await withTransaction(db, async (tx) => {
    const rating = row.options.rating ?? deps.config.site.defaultRating ?? 'safe';
    const { id } = await createComic(tx, { title: title.slice(0, 300), rating, oneshot: false, cover: picture });
    const edit = { comicId: id, by: row.user_id, source: 'import' as const };
    const { slug, ...words } = changes;
    await editComicFields(tx, edit, {
      ...words,
      ...(row.options.language === null
        ? {}
        : { terms: { ...words.terms, languages: [{ name: row.options.language }] } }),
    });
    if (slug !== undefined && (await comicOfSlug(tx, slug)) === null) {
      await editComicFields(tx, edit, { slug });
    }
    // With the comic: a process that dies makes it once.
    await markItem(tx, row.id, key, { state: 'imported', comicId: id });
    return id;
  });
  return { state: 'imported', comicId, error: null };
}

/** The cover of a work as the former site still has it; null where it cannot be had: the work is worth more than its cover. */
async function coverFrom(deps: Deps, asking: RemoteClient, url: string): Promise<string | null> {
  await mkdir(transfersFolder(deps), { recursive: true });
  const folder = await mkdtemp(join(transfersFolder(deps), 'cover-'));
  try {
    await fetchFile(
      { ...asking, mostBytes: deps.config.site.uploads.entryMegabytes * 1024 ** 2 },
      url,
      join(folder, 'cover'),
    );
    return await importPicture(deps, await readFile(join(folder, 'cover')), {
      source: 'import',
      userId: null,
      file: url,
    });
  } catch (error) {
    if (isProblem(error) && error.code.startsWith('storage')) throw error;
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Describes a comic and shows it, where that is wanted. What it lacks, where it stays a draft for that; else null. */
async function describeAndShow(bringing: SyncContext, comicId: number, changes: ComicChanges): Promise<Failure | null> {
  return withTransaction(bringing.deps.db, async (tx) => {
    await editComicFields(tx, { comicId, by: bringing.row.user_id, source: 'import' }, changes);
    return showComic(tx, bringing, comicId);
  });
}

/** Shows a comic, where that is wanted. What it lacks, where it stays a draft for that; else null. */
export async function showComic(tx: Tx, { deps, row }: SyncContext, comicId: number): Promise<Failure | null> {
  const { publish, incomplete = false } = row.options;
  if (!publish || row.user_id === null) return null;
  const lack = incomplete ? null : await findLack(tx, { comic: comicId });
  if (lack !== null) return lack;
  await askPublication(tx, {
    comicId,
    by: { id: row.user_id, role: 'admin' },
    at: null,
    now: deps.now(),
    reviewFirst: 0,
    incomplete,
  });
  return null;
}

/** Why a work came without some of its chapters or files, by their names. */
export function leftParts(code: ProblemCode, left: readonly string[]): Failure {
  const some = left.slice(0, 5).join(', ').slice(0, 300).toWellFormed();
  return { code, params: { count: left.length, chapters: left.length > 5 ? `${some} …` : some } };
}

/** A name that is one on every disk, and means the same to a reader. */
function fileName(name: string): string {
  const text = name
    .toWellFormed()
    .replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  const extension = /\.[a-z0-9]{2,4}$/i.exec(text)?.[0] ?? '';
  return `${
    Array.from(text.slice(0, text.length - extension.length))
      .slice(0, 60)
      .join('')
      .trim() || 'comic'
  }${extension}`;
}

/**
 * The failure of one comic or file, where it is no reason to end; any other error is thrown again. A server that fails at it is asked whether it is well: if so,
 * the fault is with what it was asked for, which keeps nothing else from coming.
 */
export async function failureOfItem(error: unknown, library: Library | null): Promise<Failure> {
  if (!isProblem(error)) throw error;
  const { code, params } = error;
  const status = code === 'transfer-refused' ? Number(params.status) : 0;
  if (/^(storage|database)-/.test(code) || code === 'transfer-busy' || status === 401 || status === 403) {
    throw problem(code, params);
  }
  if (code === 'transfer-unreachable' || status >= 500) {
    await library?.check();
  }
  return { code, params: params as Failure['params'] };
}
