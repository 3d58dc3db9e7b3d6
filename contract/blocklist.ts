import { z } from 'zod';
import { pageSchema, paging } from './paging.ts';

/**
 * The kinds of entries an admin puts on the list: `prohibited` words and phrases that nothing may be called, beside those that come with
 * the product; pictures by their bytes (`sha256`, 64 hexadecimal digits) and by what they look like (`phash`, the same
 * of PDQ).
 */
export const BLOCK_KINDS = ['prohibited', 'sha256', 'phash'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** An entry of the list. */
export const BlockEntry = z.object({
  id: z.int(),
  kind: z.enum(BLOCK_KINDS),
  value: z.string(),
  note: z.string(),
  created_at: z.string(),
  /** Whose name is null where the account is deleted. */
  added_by: z.object({ id: z.int(), username: z.string().nullable() }).nullable(),
  /** Pictures only: whether the library was searched for it. */
  searched: z.boolean(),
});
export type BlockEntry = z.infer<typeof BlockEntry>;
export const BlockPage = pageSchema(BlockEntry);
export const BlockQuery = z.object({
  ...paging,
  kind: z.enum(BLOCK_KINDS).optional(),
  q: z.string().trim().max(200).optional(),
});

/** Most entries that are added at once. */
export const MAX_ENTRIES = 100_000;
const note = z.string().trim().max(500);
export const NewBlockEntry = z.object({
  kind: z.enum(BLOCK_KINDS),
  value: z.string().trim().min(1).max(300),
  note: note.default(''),
});
export type NewBlockEntry = z.infer<typeof NewBlockEntry>;

/** The fate of entries that were added: new ones, those that were there, and lines that are none, by their number from 1. */
export const BlockAdded = z.object({
  added: z.int(),
  known: z.int(),
  refused: z.array(z.object({ line: z.int(), value: z.string() })),
});
export type BlockAdded = z.infer<typeof BlockAdded>;

/** Something that was refused because of the list. */
export const Refusal = z.object({
  id: z.int(),
  created_at: z.string(),
  user: z.object({ id: z.int(), username: z.string().nullable() }).nullable(),
  /** Where it came: a field, an import, an upload. */
  where: z.string(),
  file: z.string().nullable(),
  /** The text that was refused; null for a picture. */
  text: z.string().nullable(),
});
export type Refusal = z.infer<typeof Refusal>;
export const RefusalPage = pageSchema(Refusal);
export const RefusalQuery = z.object(paging);

export const QUARANTINE_STATES = ['open', 'confirmed', 'released'] as const;

/** A picture that was refused or taken away. `page` is its number in `file`, from 1. */
export const QuarantineCase = z.object({
  id: z.int(),
  kind: z.enum(['sha256', 'phash']),
  /** The value that it matched, as the entry states it. */
  value: z.string(),
  image: z.string(),
  evidence: z.boolean(),
  source: z.enum(['upload', 'avatar', 'library', 'import']),
  file: z.string(),
  page: z.int().nullable(),
  user: z.object({ id: z.int(), username: z.string().nullable() }).nullable(),
  comic: z.object({ id: z.int(), slug: z.string(), title: z.string() }).nullable(),
  state: z.enum(QUARANTINE_STATES),
  frozen: z.boolean(),
  note: z.string(),
  hold: z.boolean(),
  keep_until: z.string(),
  created_at: z.string(),
  decided_at: z.string().nullable(),
});
export type QuarantineCase = z.infer<typeof QuarantineCase>;
export const QuarantinePage = pageSchema(QuarantineCase);
export const QuarantineQuery = z.object({ ...paging, state: z.enum(QUARANTINE_STATES).optional() });

/** The bytes of a picture in quarantine. */
export const Evidence = z.object({ base64: z.string() });
export type Evidence = z.infer<typeof Evidence>;

/**
 * A decision on a case; what is absent stays. `released`: it was none, the picture may be shown and its uploader goes
 * on. `frozen` false lets the uploader go on. `hold` keeps the evidence beyond its time.
 */
export const QuarantineDecision = z
  .object({ state: z.enum(['confirmed', 'released']), frozen: z.boolean(), hold: z.boolean(), note })
  .partial();
export type QuarantineDecision = z.infer<typeof QuarantineDecision>;
