import { rm } from 'node:fs/promises';
import type { NewMadara, NewTransfer, TransferFound, TransferOptions } from '#contract/transfers.ts';
import { isProblem, problem } from '#contract/problems.ts';
import { withTransaction, type Db } from '#server/db/database.ts';
import { audit } from '#server/db/queries/audit.ts';
import type { Deps } from '#server/deps.ts';
import type { Imports } from '#server/features/imports/imports.ts';
import { isAllowedUrl } from '#server/http/outbound-http.ts';
import { announceJobs, enqueue, reportProgress } from '#server/jobs/queue.ts';
import type { JobFunction, JobKind, RunningJob } from '#server/jobs/registry.ts';
import type { RemoteClient } from './asking.ts';
import { syncComic, importPost, failureOfItem, transfersFolder, type SyncContext } from './bringing.ts';
import { kavita } from './kavita/kavita.ts';
import { komawari } from './komawari.ts';
import { komga } from './komga.ts';
import { lanraragi } from './lanraragi.ts';
import type { Library } from './library.ts';
import { findMadara, openMadara } from './madara/madara.ts';
import {
  addItems,
  countItems,
  deleteTransfer,
  findTransfer,
  forgetRead,
  insertTransfer,
  markItem,
  markTransfer,
  nextItem,
  noteFound,
  noteFailure,
  tryAgain,
  type Failure,
  type TransferRow,
} from './queries.ts';
import { readWordpress, type WordpressComic } from './wordpress.ts';

/** Brings a library: `{ transfer: id }`, keyed by it. */
export const TRANSFER_JOB: JobKind = { kind: 'transfers.run', attempts: 8, atOnce: 1 };

/**
 * Begins to bring the library of a server. Asks it once, so that a wrong key is known at once. @throws Problem
 * `transfer-address`, `transfer-refused`, `transfer-busy`, `transfer-unreachable`, `transfer-odd`.
 */
export async function beginTransfer(
  deps: Deps,
  by: number,
  { kind, address, key, ...options }: NewTransfer,
): Promise<number> {
  const base = address.replace(/(?<!\/)\/+$/, '');
  if (!deps.config.site.transfers.allowPrivate && !isAllowedUrl(base)) throw problem('transfer-address');
  const row = { kind, address: base, secret: key } as const;
  const patience = AbortSignal.timeout(60_000);
  try {
    for await (const _page of openLibrary(row, { ...askingFor(deps, row, patience), again: 0 }).list()) {
      break;
    }
  } catch (error) {
    throw patience.aborted ? problem('transfer-unreachable') : error;
  }
  return begin(deps, by, { ...row, name: new URL(base).host, file: null, options }, []);
}

/** Begins to bring what a file of WordPress, at this path, says. @throws Problem `wordpress-file-unknown`. */
export async function beginWordpress(
  deps: Deps,
  by: number,
  file: { path: string; name: string },
  options: TransferOptions,
): Promise<number> {
  const comics = await readWordpress(file.path);
  return begin(
    deps,
    by,
    { kind: 'wordpress', name: file.name, address: null, secret: null, file: null, options },
    comics,
  );
}

/**
 * Begins to read the database of a site with Madara, which lies with its uploads in the operator's folder for that; what is found is shown before
 * it is brought. @throws Problem `transfers-folder-unset`, `dump-not-found`, `uploads-not-found`.
 */
export async function beginMadara(deps: Deps, by: number, wanted: NewMadara): Promise<number> {
  const { dump, uploads, address, ...options } = wanted;
  await findMadara(deps.config, wanted);
  const { host, pathname } = new URL(address);
  const madara = { dump, uploads, base: pathname.split('/').filter(Boolean).join('/') || 'manga' };
  return begin(
    deps,
    by,
    { kind: 'madara', name: host, address: null, secret: null, file: null, options: { ...options, madara } },
    [],
  );
}

async function begin(
  deps: Pick<Deps, 'db'>,
  by: number,
  transfer: Pick<TransferRow, 'kind' | 'name' | 'address' | 'secret' | 'file' | 'options'>,
  comics: readonly WordpressComic[],
): Promise<number> {
  const id = await withTransaction(deps.db, async (tx) => {
    const made = await insertTransfer(tx, { ...transfer, userId: by });
    for (let at = 0; at < comics.length; at += 500) {
      await addItems(tx, made, comics.slice(at, at + 500));
    }
    await enqueue(tx, TRANSFER_JOB.kind, { transfer: made }, { key: String(made) });
    await audit(tx, {
      userId: by,
      action: 'transfer.begin',
      subject: 'transfer',
      subjectId: made,
      details: { kind: transfer.kind, name: transfer.name, options: transfer.options },
    });
    return made;
  });
  announceJobs();
  return id;
}

/** Stops bringing a library, after the comic that is on its way; one that ended stays as it is. @throws Problem `transfer-not-found`. */
export async function cancelTransfer({ db }: Pick<Deps, 'db'>, by: number, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const row = await findTransfer(tx, id, true);
    if (row === null) throw problem('transfer-not-found');
    if (row.state !== 'waiting' && row.state !== 'running' && row.state !== 'ready') return;
    await markTransfer(tx, id, 'cancelled');
    await audit(tx, { userId: by, action: 'transfer.cancel', subject: 'transfer', subjectId: id });
  });
}

/** Goes on with a library that ended, and tries again what was refused or came without some of its files. @throws Problem `transfer-not-found`, `transfer-running`. */
export async function resumeTransfer({ db }: Pick<Deps, 'db'>, by: number, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const row = await findTransfer(tx, id, true);
    if (row === null) throw problem('transfer-not-found');
    if (row.state === 'waiting' || row.state === 'running') throw problem('transfer-running');
    await tryAgain(tx, id);
    await markTransfer(tx, id, 'waiting');
    await enqueue(tx, TRANSFER_JOB.kind, { transfer: id }, { key: String(id) });
    await audit(tx, { userId: by, action: 'transfer.resume', subject: 'transfer', subjectId: id });
  });
  announceJobs();
}

/** Forgets a library that ended; what it brought stays. @throws Problem `transfer-not-found`, `transfer-running`. */
export async function forgetTransfer({ db }: Pick<Deps, 'db'>, by: number, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const row = await findTransfer(tx, id, true);
    if (row === null) throw problem('transfer-not-found');
    if (row.state === 'waiting' || row.state === 'running') throw problem('transfer-running');
    await deleteTransfer(tx, id);
    await audit(tx, {
      userId: by,
      action: 'transfer.delete',
      subject: 'transfer',
      subjectId: id,
      details: { name: row.name },
    });
  });
}

/** How a library's turn ended. */
interface TurnResult {
  state: 'done' | 'failed' | 'ready';
  error: Failure | null;
}

/** Brings a library comic by comic; may be cut off at any of them. What one comic lacks is told with it and stops no other. */
export function transferJob(deps: Deps, imports: Imports): JobFunction {
  return async (job) => {
    const { transfer: id } = job.payload as { transfer: number };
    let ended: TurnResult | null = null;
    for (
      let row = await nextTurn(deps.db, job, id, ended);
      row !== null;
      row = await nextTurn(deps.db, job, id, ended)
    ) {
      ended = await importAll(
        { deps, imports, row, asking: askingFor(deps, row, job.signal), signal: job.signal },
        job,
      );
    }
  };
}

/**
 * The library to go on with: at first, and when someone had it stopped and resumed during the turn that `ended`. Null at its
 * end, which is told together with that of the job: whoever resumes it afterwards puts a new one in line.
 */
async function nextTurn(db: Db, job: RunningJob, id: number, ended: TurnResult | null): Promise<TransferRow | null> {
  return withTransaction(db, async (tx) => {
    const row = await findTransfer(tx, id, true);
    if (row?.state === 'waiting' || (row?.state === 'running' && ended === null)) {
      await markTransfer(tx, id, 'running');
      return row;
    }
    if (row?.state === 'running' && ended !== null) {
      await markTransfer(tx, id, ended.state, ended.error);
      if (ended.state === 'done') {
        await forgetRead(tx, id);
      }
    }
    await job.complete(tx);
    return null;
  });
}

/** Brings what is left of a library until someone stops it. Throws what is to be tried again later. */
async function importAll(bringing: SyncContext, job: RunningJob): Promise<TurnResult> {
  const {
    deps,
    row: { id, kind },
  } = bringing;
  const { db, log } = deps;
  try {
    const madara = kind === 'madara' ? await openMadara(bringing) : null;
    if (madara !== null && bringing.row.found === null) {
      await madara.read();
      return { state: 'ready', error: null };
    }
    const library = kind === 'wordpress' || kind === 'madara' ? null : openLibrary(bringing.row, bringing.asking);
    if (library !== null) {
      const found = await listLibrary(db, id, library);
      if (bringing.row.options.preview && bringing.row.found === null) {
        await noteFound(db, id, found);
        return { state: 'ready', error: null };
      }
    }
    for (;;) {
      const item = await nextItem(db, id);
      const { done, total } = await countItems(db, id);
      await reportProgress(db, job, done, total);
      if (item === null || (await findTransfer(db, id))?.state !== 'running') return { state: 'done', error: null };
      const brought = await (
        madara !== null
          ? madara.bring(item)
          : library === null
            ? importPost(bringing, item as unknown as WordpressComic)
            : syncComic(bringing, library, item)
      ).catch(async (error: unknown) => {
        job.signal.throwIfAborted();
        return { state: 'refused' as const, comicId: null, error: await failureOfItem(error, library) };
      });
      await markItem(db, id, item.key, brought);
    }
  } catch (error) {
    if (job.signal.aborted) throw error;
    const failure = isProblem(error)
      ? { code: error.code, params: error.params as Record<string, string | number> }
      : null;
    if (
      job.attempts + 1 >= TRANSFER_JOB.attempts ||
      (failure?.code === 'transfer-refused' && Number(failure.params.status) < 500) ||
      failure?.code === 'transfer-odd' ||
      /^(dump|madara|uploads|transfers-folder)-/.test(failure?.code ?? '')
    ) {
      if (failure === null) {
        log.error({ err: error, transfer: id }, 'library could not be brought');
      }
      return { state: 'failed', error: failure ?? { code: 'internal-error', params: {} } };
    }
    if (failure !== null) {
      await noteFailure(db, id, failure);
    }
    throw error;
  } finally {
    await rm(transfersFolder(deps), { recursive: true, force: true });
  }
}

/** Writes down everything that a library has to bring; how much that is, as far as its lists say. */
async function listLibrary(db: Db, id: number, library: Library): Promise<TransferFound> {
  const found = { chapters: 0, pages: 0, comments: 0, members: 0, bookmarks: 0, left: {} };
  for await (const page of library.list()) {
    await addItems(
      db,
      id,
      page.map(({ key, title }) => ({ key, title })),
    );
    for (const { chapters, pages } of page) {
      found.chapters += toCount(chapters);
      found.pages += toCount(pages);
    }
  }
  return { ...found, works: (await countItems(db, id)).total };
}

/** A count that another server said; 0 for what is none. */
function toCount(said: unknown): number {
  return Number.isInteger(said) && (said as number) > 0 && (said as number) < 1_000_000 ? (said as number) : 0;
}

function openLibrary({ kind, secret }: Pick<TransferRow, 'kind' | 'secret'>, asking: RemoteClient): Library {
  switch (kind) {
    case 'komga':
      return komga(asking);
    case 'kavita':
      return kavita(asking, secret ?? '');
    case 'lanraragi':
      return lanraragi(asking);
    default:
      return komawari(asking);
  }
}

/** Each server wants its key in its own way. */
function askingFor(
  { config: { site } }: Pick<Deps, 'config'>,
  { kind, address, secret }: Pick<TransferRow, 'kind' | 'address' | 'secret'>,
  signal: AbortSignal,
): RemoteClient {
  const headers: Record<string, string> = secret
    ? {
        komga: { 'x-api-key': secret },
        // Older servers want a token for it: `kavita` asks for one.
        kavita: { 'x-api-key': secret },
        lanraragi: { authorization: `Bearer ${Buffer.from(secret).toString('base64')}` },
        komawari: { authorization: `Bearer ${secret}` },
        wordpress: {},
        madara: {},
      }[kind]
    : {};
  return {
    address: address ?? '',
    headers,
    local: site.transfers.allowPrivate,
    mostBytes: site.uploads.archiveMegabytes * 1024 ** 2,
    mostPages: site.uploads.entries,
    again: 3,
    signal,
  };
}
