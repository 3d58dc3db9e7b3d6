import { z } from 'zod';
import { RATINGS } from './comics.ts';
import { pageSchema, paging } from './paging.ts';

/** How an import stands; one that waits or is read goes on by itself. */
export const IMPORT_STATES = ['waiting', 'reading', 'imported', 'refused'] as const;

/** An archive or a folder that was imported by the terminal, the watched folder or a library from elsewhere. */
export const AdminImport = z.object({
  id: z.int(),
  /** As it was named. */
  file: z.string(),
  state: z.enum(IMPORT_STATES),
  comic: z.object({ slug: z.string(), title: z.string() }).nullable(),
  /** Why it was refused. */
  error: z.string().nullable(),
  /** Faults that did not stop it; `page` counts from 1. */
  warnings: z.array(z.object({ message: z.string(), page: z.int().nullable(), name: z.string().nullable() })),
  /** How many pages are missing; the warnings name them. */
  missing: z.int(),
  created_at: z.string(),
});
export type AdminImport = z.infer<typeof AdminImport>;
export const AdminImportPage = pageSchema(AdminImport);

export const AdminImportQuery = z.object({ state: z.enum([...IMPORT_STATES, 'all']).default('all'), ...paging });
export type AdminImportQuery = z.infer<typeof AdminImportQuery>;

/** When chapters that join a series which readers see come out: at once, once someone publishes them, or at a moment. */
export const JoiningChapters = z.union([z.enum(['now', 'draft']), z.iso.datetime({ offset: true })]);
export type JoiningChapters = z.infer<typeof JoiningChapters>;

/** The request to the importer. Paths are absolute where another process is to read them. */
export const ImportRequest = z.object({
  paths: z.array(z.string()).min(1),
  /** Whether comics are shown at once; else they stay drafts. */
  publish: z.boolean().default(false),
  /** Whether that holds for comics with missing pages, too, and whether such chapters may join comics that readers see. */
  incomplete: z.boolean().default(false),
  chapters: JoiningChapters.default('now'),
  /** The rating of archives that do not say their own; null: the site's. */
  rating: z.enum(RATINGS).nullable().default(null),
  /** The language of archives that do not say their own, as BCP 47. */
  language: z.string().nullable().default(null),
  /** How many child processes turn pages into pictures; null: as many as the site has. */
  processes: z.int().min(1).max(64).nullable().default(null),
});
export type ImportRequest = z.infer<typeof ImportRequest>;

/** A failure by code and values, to be said in the reader's language. */
const ProblemData = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });

/** Something wrong that did not stop an import; `page` counts from 1, `name` is the page's in its archive. */
const Warned = ProblemData.extend({ page: z.int().optional(), name: z.string().optional() });

/**
 * The fate of one archive or folder. `chapter` is the chapter's slug where it became one, `missing` how many of its `pages`
 * are missing: the warnings name them. `held`: it was to be published and stays a draft, because it lacks pages.
 */
export const ImportOutcome = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('imported'),
    file: z.string(),
    slug: z.string(),
    chapter: z.string().optional(),
    pages: z.int(),
    missing: z.int(),
    held: z.boolean(),
    warnings: z.array(Warned),
  }),
  z.object({ state: z.literal('refused'), file: z.string(), error: ProblemData }),
  z.object({ state: z.literal('unchanged'), file: z.string(), slug: z.string(), held: z.boolean() }),
]);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** How far a run is. `part` is how much of all bytes is done, from 0 to 1. */
export const ImportProgress = z.object({ files: z.int(), filesDone: z.int(), pagesDone: z.int(), part: z.number() });
export type ImportProgress = z.infer<typeof ImportProgress>;

/** The events while a run goes on, one at a time; `end` is the last. */
export const ImportEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('progress'), progress: ImportProgress }),
  z.object({ event: z.literal('outcome'), outcome: ImportOutcome }),
  z.object({ event: z.literal('failed'), error: ProblemData }),
  z.object({ event: z.literal('end') }),
]);
export type ImportEvent = z.infer<typeof ImportEvent>;

/** The last line of `import --json` (decisions, "Programs, addresses, limits"). */
export const ImportReport = z.object({
  imported: z.array(
    z.object({
      file: z.string(),
      slug: z.string(),
      chapter: z.string().optional(),
      pages: z.int(),
      missing: z.int(),
      held: z.literal(true).optional(),
      warnings: z.array(
        z.object({ code: z.string(), message: z.string(), page: z.int().optional(), name: z.string().optional() }),
      ),
    }),
  ),
  refused: z.array(z.object({ file: z.string(), error: z.object({ code: z.string(), message: z.string() }) })),
  unchanged: z.array(z.object({ file: z.string(), slug: z.string(), held: z.literal(true).optional() })),
});
export type ImportReport = z.infer<typeof ImportReport>;
