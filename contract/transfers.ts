import { z } from 'zod';
import { RATINGS } from './comics.ts';
import { JoiningChapters } from './imports.ts';
import { pageSchema, paging } from './paging.ts';

/**
 * Where a library can come from: another site like this one, Komga, Kavita, LANraragi, a file that WordPress with Madara wrote, or the database and the
 * uploads of such a site.
 */
export const TRANSFER_KINDS = ['komawari', 'komga', 'kavita', 'lanraragi', 'wordpress', 'madara'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];
/** Those that are asked over the network. */
export const TRANSFER_SERVERS = ['komawari', 'komga', 'kavita', 'lanraragi'] as const satisfies readonly TransferKind[];

/** `ready` was read, and waits for someone to have it imported. */
export const TRANSFER_STATES = ['waiting', 'running', 'ready', 'done', 'failed', 'cancelled'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];
export const TRANSFER_ITEM_STATES = ['waiting', 'imported', 'unchanged', 'refused'] as const;
export type TransferItemState = (typeof TRANSFER_ITEM_STATES)[number];

/** The subject of a line of a library: a comic, a member with what they kept, or the comments on a comic. */
export const TRANSFER_SUBJECTS = ['comic', 'member', 'comments'] as const;
export type TransferSubject = (typeof TRANSFER_SUBJECTS)[number];

/** Why things of a dump are left out. */
export const TRANSFER_LEFT = [
  'works_trash',
  'works_text',
  'chapters_elsewhere',
  'chapters_empty',
  'chapters_lost',
  'comments_held',
  'members_idle',
] as const;
export type TransferLeft = (typeof TRANSFER_LEFT)[number];

/** Most bytes of a file that WordPress wrote: 200 MiB. */
export const WORDPRESS_BYTES = 200 * 1024 * 1024;

const TransferProblem = z.object({ code: z.string(), message: z.string() });

/** The treatment of works that are brought over. */
export const TransferOptions = z.object({
  /** Whether comics are shown at once; else they stay drafts. */
  publish: z.boolean().default(false),
  /** Whether that holds for comics with missing pages, too, and whether such chapters may join comics that readers see. */
  incomplete: z.boolean().default(false),
  /** When chapters that join a series which readers see come out. */
  chapters: JoiningChapters.default('now'),
  /** The rating of comics that do not say their own; null: the site's. */
  rating: z.enum(RATINGS).nullable().default(null),
  /** The language of comics that do not say their own, as BCP 47. */
  language: z.string().trim().max(35).nullable().default(null),
});
export type TransferOptions = z.infer<typeof TransferOptions>;

/** A server to bring a library from, and the key that lets us read it. */
export const NewTransfer = TransferOptions.extend({
  kind: z.enum(TRANSFER_SERVERS),
  address: z.url({ protocol: /^https?$/ }).max(500),
  key: z.string().trim().max(1000).default(''),
  /** Whether what is there is shown first: it waits as `ready`, and is brought once someone resumes it. */
  preview: z.boolean().default(false),
});
export type NewTransfer = z.infer<typeof NewTransfer>;

/** A file of WordPress is sent as it is; this is said in the address. */
export const WordpressQuery = z.object({
  name: z.string().trim().max(200).default('WordPress'),
  publish: z.stringbool().default(false),
  chapters: JoiningChapters.default('now'),
  rating: z.enum(RATINGS).optional(),
  language: z.string().trim().max(35).optional(),
});

/** The database and the uploads of a site of WordPress with Madara, in the operator's folder for that. */
export const NewMadara = TransferOptions.extend({
  /** The dump, plain or by gzip: its path in that folder. */
  dump: z.string().trim().min(1).max(500),
  /** The folder of uploads, `wp-content/uploads`: its path in that folder. */
  uploads: z.string().trim().min(1).max(500),
  /** Where works were on that site: addresses below it lead to them here. */
  address: z.url({ protocol: /^https?$/ }).max(500),
});
export type NewMadara = z.infer<typeof NewMadara>;

/** How much was found to import, and how much is left out, by the reason; 0 for what another server does not say in its lists. */
export const TransferFound = z.object({
  works: z.int(),
  chapters: z.int(),
  pages: z.int(),
  comments: z.int(),
  members: z.int(),
  bookmarks: z.int(),
  left: z.partialRecord(z.enum(TRANSFER_LEFT), z.int()),
});
export type TransferFound = z.infer<typeof TransferFound>;

/** A library on its way. */
export const Transfer = z.object({
  id: z.int(),
  kind: z.enum(TRANSFER_KINDS),
  name: z.string(),
  state: z.enum(TRANSFER_STATES),
  /** How many comics there are, as far as is known, and what became of them. */
  total: z.int(),
  imported: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** How many came without some of their files, which are fetched when it is resumed. */
  incomplete: z.int(),
  /** Of a database that was read, or a server whose lists were to be shown first; null: of none. */
  found: TransferFound.nullable(),
  error: TransferProblem.nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  by: z.string().nullable(),
});
export type Transfer = z.infer<typeof Transfer>;
export const TransferPage = pageSchema(Transfer);

/** One comic of a library, one member, or the comments on one comic. */
export const TransferItem = z.object({
  key: z.string(),
  subject: z.enum(TRANSFER_SUBJECTS),
  title: z.string(),
  state: z.enum(TRANSFER_ITEM_STATES),
  /** Of the comic it became. */
  slug: z.string().nullable(),
  error: TransferProblem.nullable(),
});
export type TransferItem = z.infer<typeof TransferItem>;
export const TransferItemPage = pageSchema(TransferItem);

/** A path that a comic or a chapter had on the site that it came from. */
export const OldAddressQuery = z.object({ path: z.string().min(1).max(1000) });

/** The comic that is there now, or the chapter of it. */
export const OldAddress = z.object({ slug: z.string(), chapter: z.string().nullable() });
export type OldAddress = z.infer<typeof OldAddress>;

export const TransferQuery = z.object({ ...paging });
export const TransferItemQuery = z.object({
  state: z.enum([...TRANSFER_ITEM_STATES, 'all']).default('all'),
  ...paging,
});
