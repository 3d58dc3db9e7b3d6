import { z } from 'zod';
import { DIRECTIONS, RATINGS, STATUSES } from './comics.ts';
import { WantedCredit, WantedCredits } from './credits.ts';
import { isLocale } from './locales.ts';
import { pageSchema, paging } from './paging.ts';
import { TERM_KINDS } from './taxonomy.ts';

/*
 * An upload (of one member) holds files. Once a file is whole it is read: its pages become chapters of works. The
 * member arranges and describes them, and commits all of it at once.
 *
 *   POST   /api/admin/uploads                                    → Upload (201)
 *   GET    /api/admin/uploads                                    ?page&per_page&state → UploadPage: one's own, an admin's all
 *   GET    /api/admin/uploads/limits                             → UploadLimits
 *   GET    /api/admin/uploads/:id                                → Upload; with an ETag: ask again with If-None-Match, 304 while nothing changed
 *   DELETE /api/admin/uploads/:id                                → 204: discarded, with everything it holds
 *   POST   /api/admin/uploads/:id/files            NewUploadFile → UploadFile (201), and Location: where its bytes go
 *   DELETE /api/admin/uploads/:id/files/:file                    → 204: taken out, with its pages
 *   GET    /api/admin/uploads/:id/chapters/:chapter/pages        → UploadedPage[] in their order
 *   PUT    /api/admin/uploads/:id/arrangement      Arrangement   → Upload; 412 `upload-changed` when `version` is not the upload's
 *   PATCH  /api/admin/uploads/:id/works/:work      WorkChanges   → UploadWork; 412 when `version` is not the work's
 *   PATCH  /api/admin/uploads/:id/chapters/:chapter ChapterChanges → UploadChapter
 *   PATCH  /api/admin/uploads/:id/works            { works: [ids], changes: WorkChanges without version } → Upload
 *   PUT    /api/admin/uploads/:id/pages/:page      { file }      → UploadedPage: the picture of another (ready, one picture) file of this upload takes its place
 *   POST   /api/admin/uploads/:id/commit           Commit        → Upload with state `committing` (202), soon `committed` or again `open` with `error`
 *
 * The bytes of a file, by tus 1.0 (creation, creation-with-upload, termination, checksum sha1 and sha256):
 *   POST   /api/admin/uploads/:id/tus     Upload-Length, Upload-Metadata: filename, relativePath (both base64) → 201, Location
 *   HEAD   /api/admin/uploads/:id/tus/:file    → Upload-Offset, Upload-Length
 *   PATCH  /api/admin/uploads/:id/tus/:file    Upload-Offset, application/offset+octet-stream → 204, Upload-Offset; 409 on a wrong offset
 *   DELETE /api/admin/uploads/:id/tus/:file    → 204
 * Parts of at most `partMegabytes` each; what was received before a connection broke is kept.
 */

/** `open` can be changed; `committing` is becoming comics; `committed` has; an `open` one is discarded after `keepDays` without a change. */
export const UPLOAD_STATES = ['open', 'committing', 'committed'] as const;
/** `receiving` its bytes, `waiting` for its turn, `reading` its pages, `ready`, or `refused` with the reason in `error`. */
export const UPLOAD_FILE_STATES = ['receiving', 'waiting', 'reading', 'ready', 'refused'] as const;

const Id = z.int().min(1);
/** A failure by code and values: `problem.<code>` in the reader's language. */
const ProblemData = z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });
/** A fault of a file that did not stop it; `page` counts from 1 in the file. */
const Warned = ProblemData.extend({ page: z.int().optional(), name: z.string().optional() });
const line = (most: number) => z.string().trim().max(most);

/** A file that is to be uploaded. `path` is its name with the folders it lay in, `/` between them. */
export const NewUploadFile = z.object({
  path: z.string().min(1).max(1000),
  bytes: z
    .int()
    .min(0)
    .max(2 ** 50),
});
export type NewUploadFile = z.infer<typeof NewUploadFile>;

export const UploadFile = z.object({
  id: Id,
  path: z.string(),
  bytes: z.int(),
  /** How many of them have arrived. */
  received: z.int(),
  state: z.enum(UPLOAD_FILE_STATES),
  /** Pages in it, once that is known (null before), and how many are done. */
  pages: z.int().nullable(),
  pages_done: z.int(),
  warnings: z.array(Warned),
  error: ProblemData.nullable(),
  /** Where its bytes are sent by tus; an absolute path. */
  upload_url: z.string(),
});
export type UploadFile = z.infer<typeof UploadFile>;

/** A picture, by the address of its small form. */
const Picture = z.object({ thumb_url: z.string(), width: z.int(), height: z.int() });

export const UploadedPage = Picture.extend({
  id: Id,
  /** As it was called in its file. */
  name: z.string(),
  /** Why it is missing: its picture is the plate that stands for it. Null for any other. */
  missing: ProblemData.nullable(),
  file: Id,
  source_url: z.string(),
});
export type UploadedPage = z.infer<typeof UploadedPage>;

export const UploadChapter = z.object({
  id: Id,
  name: z.string(),
  /** As printed: `10.5`, `extra`. */
  number: z.string().nullable(),
  /** Names of the groups that made it; null: those of the work. */
  groups: z.array(z.string()).nullable(),
  credits: z.array(WantedCredit),
  /** ISO 8601: only for those with an entitlement until then. */
  premium_until: z.string().nullable(),
  /** A chapter of the chosen comic whose pages these replace; its comments and readers' places stay. */
  replaces: Id.nullable(),
  pages: z.int(),
  /** How many of them are missing. */
  missing: z.int(),
  cover: Picture.nullable(),
  /** Its page ids, in order. */
  page_ids: z.array(Id),
});
export type UploadChapter = z.infer<typeof UploadChapter>;

const TermNames = z.partialRecord(z.enum(TERM_KINDS), z.array(line(100).min(1)).max(200));
const Words = z.object({
  title: line(300).nullable().default(null),
  description: line(20_000).nullable().default(null),
});

/** The fields of a work. Terms are names: those that do not exist are made at the commit. */
export const WorkFields = z.object({
  title: line(300).min(1),
  alternative_title: line(300).nullable(),
  description: line(20_000).nullable(),
  /** By locale of the interface. */
  translations: z.record(z.string().refine(isLocale), Words),
  /** BCP 47. */
  language: line(35).nullable(),
  rating: z.enum(RATINGS),
  direction: z.enum(DIRECTIONS),
  status: z.enum(STATUSES).nullable(),
  translated: z.boolean(),
  speechless: z.boolean(),
  rewritten: z.boolean(),
  premium: z.boolean(),
  premium_until: z.iso.datetime().nullable(),
  /** `YYYY-MM-DD`. */
  released_on: z.iso.date().nullable(),
  /** Of every kind but `language`. */
  terms: TermNames,
  /** One of its pages; null: the first. */
  cover_page: Id.nullable(),
  /** A series even with one chapter. */
  series: z.boolean(),
});
export type WorkFields = z.infer<typeof WorkFields>;

/** Something like it that exists already: the same file, the same pages (`pages` of them), or a similar title. */
export const Duplicate = z.object({
  kind: z.enum(['file', 'pages', 'title']),
  /** Null where it is another upload that is not committed. */
  comic: z.object({ id: Id, slug: z.string(), title: z.string() }).nullable(),
  upload: Id.nullable(),
  pages: z.int().nullable(),
});
export type Duplicate = z.infer<typeof Duplicate>;

export const UploadWork = WorkFields.extend({
  id: Id,
  /** Goes up with every change of its fields. */
  version: z.int(),
  /** The existing comic its chapters are added to; null: a new comic. Then only `cover_page` and its chapters matter. */
  comic: z
    .object({
      id: Id,
      slug: z.string(),
      title: z.string(),
      chapters: z.array(z.object({ id: Id, slug: z.string(), name: z.string(), number: z.string().nullable() })),
    })
    .nullable(),
  duplicates: z.array(Duplicate),
  chapters: z.array(UploadChapter),
  /** The comic it became. */
  became: z.object({ id: Id, slug: z.string(), state: z.string() }).nullable(),
});
export type UploadWork = z.infer<typeof UploadWork>;

export const UploadSummary = z.object({
  id: Id,
  state: z.enum(UPLOAD_STATES),
  user: z.object({ id: Id, username: z.string() }),
  created_at: z.string(),
  changed_at: z.string(),
  /** When it is discarded if nobody touches it; null once committed. */
  expires_at: z.string().nullable(),
  /** Of its files: how many, how many are done (ready or refused), their bytes and how many arrived. */
  files_count: z.int(),
  files_done: z.int(),
  bytes: z.int(),
  received: z.int(),
  /** Of its first works. */
  titles: z.array(z.string()),
  /** Null while open; then what was asked for. */
  publish: z.enum(['draft', 'now', 'at']).nullable(),
  publish_at: z.string().nullable(),
  /** Why the last commit did not come to be. */
  error: ProblemData.nullable(),
});
export type UploadSummary = z.infer<typeof UploadSummary>;

export const Upload = UploadSummary.extend({
  /** Goes up when works, chapters or pages are added, moved or taken out: what an arrangement is made upon. */
  version: z.int(),
  files: z.array(UploadFile),
  works: z.array(UploadWork),
  /**
   * The pages its works lack: pages that are missing, those that files say they have, pictures that were refused. To be
   * accepted by a commit that shows them.
   */
  lack: z.object({ count: z.int(), pages: z.string() }).nullable(),
});
export type Upload = z.infer<typeof Upload>;
export const UploadPage = pageSchema(UploadSummary);
export const UploadQuery = z.object({ ...paging, state: z.enum(UPLOAD_STATES).optional() });
export type UploadQuery = z.infer<typeof UploadQuery>;

/**
 * Works, chapters and pages in their order. An id of null makes a new one (splitting); a work, chapter or page that is
 * left out is taken out of the upload. A new work is described like the one its first page came from.
 */
export const Arrangement = z.object({
  version: z.int(),
  works: z
    .array(
      z.object({
        id: Id.nullable(),
        chapters: z.array(z.object({ id: Id.nullable(), pages: z.array(Id).max(5000) })).max(2000),
      }),
    )
    .max(500),
});
export type Arrangement = z.infer<typeof Arrangement>;

/** Changes of what is said about a work; what is left out stays. `comic`: an existing comic by its id, null for a new one. */
export const WorkChanges = WorkFields.partial().extend({ version: z.int(), comic: Id.nullable().optional() });
export type WorkChanges = z.infer<typeof WorkChanges>;
/** The same changes of several works at once. */
export const WorksChanges = z.object({
  works: z.array(Id).min(1).max(500),
  changes: WorkChanges.omit({ version: true }),
});
export type WorksChanges = z.infer<typeof WorksChanges>;

export const ChapterChanges = z.object({
  name: line(300).optional(),
  number: line(50).nullable().optional(),
  groups: z.array(line(100).min(1)).max(50).nullable().optional(),
  credits: WantedCredits.optional(),
  premium_until: z.iso.datetime().nullable().optional(),
  replaces: Id.nullable().optional(),
});
export type ChapterChanges = z.infer<typeof ChapterChanges>;

export const PageReplacement = z.object({ file: Id });

/**
 * The commit of an upload. `rights`: the member says that they may publish this. `at` is for `publish: 'at'`. `incomplete`:
 * works may be shown without the pages they lack; without it, 409 `upload-pages-missing` says which these are.
 */
export const Commit = z.object({
  version: z.int(),
  publish: z.enum(['draft', 'now', 'at']),
  at: z.iso.datetime({ offset: true }).nullable().default(null),
  rights: z.literal(true),
  incomplete: z.boolean().default(false),
});
export type Commit = z.infer<typeof Commit>;

/** A chapter of a group that others wait after, in a work of the caller: until then they cannot bring out one of its number. */
export const UploadDelay = z.object({
  comic: z.string(),
  group: z.string(),
  number: z.string(),
  until: z.string(),
});
export type UploadDelay = z.infer<typeof UploadDelay>;

/** The limits of uploads; a number of 0 is no limit. What is in archives is limited too: a refusal names which. */
export const UploadLimits = z.object({
  archiveMegabytes: z.number(),
  entries: z.number(),
  inflatedMegabytes: z.number(),
  entryMegabytes: z.number(),
  ratio: z.number(),
  megapixels: z.number(),
  side: z.number(),
  frames: z.number(),
  pdfPages: z.number(),
  pageSeconds: z.number(),
  archiveSeconds: z.number(),
  childMegabytes: z.number(),
  filesPerUpload: z.number(),
  uploadMegabytes: z.number(),
  openUploads: z.number(),
  filesPerDay: z.number(),
  megabytesPerDay: z.number(),
  reviewFirst: z.number(),
  keepDays: z.number(),
  /** Most bytes of one PATCH, in MiB. */
  partMegabytes: z.number(),
  /** Endings of names that are read. */
  extensions: z.array(z.string()),
  /** Of the caller, today. */
  today: z.object({ files: z.int(), megabytes: z.number() }),
  /** Those that run in works of the caller, as far as they bind them; the first to end first. */
  delays: z.array(UploadDelay),
});
export type UploadLimits = z.infer<typeof UploadLimits>;
