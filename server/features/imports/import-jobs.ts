import { setTimeout as wait } from 'node:timers/promises';
import type { Rating } from '#contract/comics.ts';
import type { ImportOutcome, ImportRequest } from '#contract/imports.ts';
import type { ProblemCode, ProblemParams } from '#contract/problems.ts';
import { withTransaction } from '#server/db/database.ts';
import { findLack, requireWhole } from '#server/features/chapters/public/wholeness.ts';
import { publishComic } from '#server/features/comics/public/queries-writing.ts';
import { announceRelease } from '#server/features/notifications/public/queries-releases.ts';
import { claimJob, complete, enqueue, failJob, releaseJob, type HeldJob } from '#server/jobs/queue.ts';
import { importOne, type Importing } from './import-one.ts';
import type { ImportDeps } from './import-deps.ts';
import { IMPORT_JOB } from './public/jobs.ts';
import { toFailure } from '#server/features/intake/public/failures.ts';
import {
  forgetFailedPages,
  importById,
  markRefused,
  putImport,
  whereImported,
  type ImportOptions,
  type ImportRow,
} from './queries.ts';
import { hashSource, type Source } from '#server/features/intake/public/sources.ts';

/** The tools a run gives each of its imports. */
export type ImportTools = Pick<Importing, 'store' | 'gate' | 'limits' | 'unpackIn' | 'signal' | 'onPage'>;

/** Milliseconds between two looks at an import that another process is doing. */
const LOOK_AGAIN = 300;

/**
 * Imports one source as `holder`: receives it, does its job unless someone else has it, and says what became of it.
 * Null when the signal was aborted before that.
 */
export async function importSource(
  deps: ImportDeps,
  holder: string,
  source: Source,
  request: Omit<ImportRequest, 'paths'>,
  tools: ImportTools,
): Promise<ImportOutcome | null> {
  try {
    const { row, job, fresh } = await receive(deps, holder, source, request);
    if (job !== null) return await runImportJob(deps, holder, row, job, tools, { trusted: true });
    if (fresh) return await awaitOutcome(deps, holder, row, tools);
    const held = request.publish && !(await publishDraft(deps, row.id, request.incomplete));
    return asUnchanged(await findOutcome(deps, row.id, source.file), held);
  } catch (error) {
    return { state: 'refused', file: source.file, error: describeFailure(deps, error, source.file) };
  }
}

/** Does an import whose job `holder` has, and ends the job or gives it back. What became of it; null when it was cut off. */
export async function runImportJob(
  { db, log }: ImportDeps,
  holder: string,
  row: ImportRow,
  job: HeldJob,
  tools: ImportTools,
  { trusted }: { trusted: boolean },
): Promise<ImportOutcome | null> {
  try {
    await importOne(row, { ...tools, complete: (tx) => complete(tx, job, holder) }, { trusted });
  } catch (error) {
    if (tools.signal.aborted && error === tools.signal.reason) {
      await releaseJob(db, job, holder);
      return null;
    }
    const failure = describeFailure({ log }, error, row.file);
    const again = await failJob(db, job, holder, { error: failure, most: IMPORT_JOB.attempts }).catch(() => true);
    if (!again) {
      await markRefused(db, row.id, failure);
    }
    return { state: 'refused', file: row.file, error: failure };
  }
  return findOutcome({ db }, row.id, row.file);
}

/** The error as code and values; what nobody expects goes to the log. */
export function describeFailure(
  { log }: Pick<ImportDeps, 'log'>,
  error: unknown,
  file: string,
): { code: ProblemCode; params: ProblemParams } {
  const failure = toFailure(error);
  if (failure === null) {
    log.error({ err: error, file }, 'import failed');
  }
  return failure ?? { code: 'internal-error', params: {} };
}

/** The row of a source and its job, in one transaction; the job is ours unless someone else has it. */
async function receive(
  { db, site }: ImportDeps,
  holder: string,
  source: Source,
  request: Omit<ImportRequest, 'paths'>,
): Promise<{ row: ImportRow; job: HeldJob | null; fresh: boolean }> {
  const options = optionsFor(source, request, site);
  const hash = await hashSource(source);
  return withTransaction(db, async (tx) => {
    const { fresh, ...row } = await putImport(tx, { hash, file: source.file, source: source.path, options });
    if (!fresh) return { row, job: null, fresh };
    if (source.said !== undefined && row.state === 'waiting') {
      await forgetFailedPages(tx, row.id);
    }
    const payload = { import: row.id };
    const id = await enqueue(tx, IMPORT_JOB.kind, payload, { key: hash, holder });
    const job =
      id === null
        ? await claimJob(tx, holder, { kinds: [IMPORT_JOB.kind], key: hash })
        : { id, kind: IMPORT_JOB.kind, payload, attempts: 0 };
    // Someone asks for it now: earlier tries do not count.
    return { row, job: job && { ...job, attempts: 0 }, fresh };
  });
}

/** The outcome of an import that someone else is doing, once they are done; if they leave it, we do it. */
async function awaitOutcome(
  deps: ImportDeps,
  holder: string,
  { id, hash, file }: ImportRow,
  tools: ImportTools,
): Promise<ImportOutcome | null> {
  while (!tools.signal.aborted) {
    const row = await importById(deps.db, id);
    if (row?.state === 'imported' || row?.state === 'refused') {
      return asUnchanged(await findOutcome(deps, id, file), false);
    }
    const job = row && (await claimJob(deps.db, holder, { kinds: [IMPORT_JOB.kind], key: hash }));
    if (row && job) return runImportJob(deps, holder, row, job, tools, { trusted: true });
    await wait(LOOK_AGAIN);
  }
  return null;
}

/** The rating of an import that says none: the one asked for, the site's, else explicit where explicit works are at home. */
function optionsFor(source: Source, request: Omit<ImportRequest, 'paths'>, site: ImportDeps['site']): ImportOptions {
  const chosen: Rating | null = request.rating ?? site.defaultRating ?? null;
  return {
    publish: request.publish,
    incomplete: request.incomplete,
    chapters: request.chapters,
    rating: chosen ?? (site.features.includes('nsfw') ? 'explicit' : 'safe'),
    ratingChosen: chosen !== null,
    language: request.language,
    folder: source.folder,
    around: source.around,
    ...(source.said === undefined ? {} : { said: source.said }),
  };
}

async function findOutcome({ db }: Pick<ImportDeps, 'db'>, id: number, file: string): Promise<ImportOutcome | null> {
  const row = await importById(db, id);
  if (row?.state === 'refused' && row.error) return { state: 'refused', file, error: row.error };
  const place = await whereImported(db, id);
  if (row === null || place === null) return null;
  return {
    state: 'imported',
    file,
    slug: place.slug,
    pages: place.pages,
    missing: row.warnings.filter(({ page }) => page !== undefined).length,
    held: row.warnings.some(({ code }) => code === 'import-held'),
    warnings: row.warnings,
    ...(place.chapter === null ? {} : { chapter: place.chapter }),
  };
}

/** The outcome of a file whose import someone did before. */
function asUnchanged(outcome: ImportOutcome | null, held: boolean): ImportOutcome | null {
  return outcome?.state === 'imported' ? { state: 'unchanged', file: outcome.file, slug: outcome.slug, held } : outcome;
}

/** Publishes what an import became, where it is a draft. False where that stays one because it lacks pages. */
async function publishDraft({ db }: ImportDeps, importId: number, incomplete: boolean): Promise<boolean> {
  const place = await whereImported(db, importId);
  if (place?.state !== 'draft') return true;
  return withTransaction(db, async (tx) => {
    if (incomplete) {
      await requireWhole(tx, { comic: place.comic_id }, true);
    }
    if ((await findLack(tx, { comic: place.comic_id })) !== null) return false;
    await publishComic(tx, place.comic_id);
    await announceRelease(tx, { comic_id: place.comic_id, from: 1, fresh: true }, new Date());
    return true;
  });
}
