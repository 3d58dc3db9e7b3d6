import { z } from 'zod';
import { RATINGS } from './comics.ts';
import { JoiningChapters } from './imports.ts';
import { pageSchema, paging } from './paging.ts';

/** Where a library can come from: another site like this one, Komga, LANraragi, or a file that WordPress with Madara wrote. */
export const TRANSFER_KINDS = ['komawari', 'komga', 'lanraragi', 'wordpress'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];
/** Those that are asked over the network. */
export const TRANSFER_SERVERS = ['komawari', 'komga', 'lanraragi'] as const satisfies readonly TransferKind[];

export const TRANSFER_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];
export const TRANSFER_ITEM_STATES = ['waiting', 'imported', 'unchanged', 'refused'] as const;
export type TransferItemState = (typeof TRANSFER_ITEM_STATES)[number];

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
  error: TransferProblem.nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  by: z.string().nullable(),
});
export type Transfer = z.infer<typeof Transfer>;
export const TransferPage = pageSchema(Transfer);

/** One comic of a library. */
export const TransferItem = z.object({
  key: z.string(),
  title: z.string(),
  state: z.enum(TRANSFER_ITEM_STATES),
  /** Of the comic it became. */
  slug: z.string().nullable(),
  error: TransferProblem.nullable(),
});
export type TransferItem = z.infer<typeof TransferItem>;
export const TransferItemPage = pageSchema(TransferItem);

export const TransferQuery = z.object({ ...paging });
export const TransferItemQuery = z.object({
  state: z.enum([...TRANSFER_ITEM_STATES, 'all']).default('all'),
  ...paging,
});
