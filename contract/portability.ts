import { z } from 'zod';
import { MAX_LIST_NAME } from './library.ts';
import { SHELVES } from './shelves.ts';

/** The forms in which a member can take their own data with them, as they are offered; `mal`, which other sites read, is a list of favorites and what is on a shelf. */
export const EXPORT_FORMATS = ['json', 'csv', 'mal'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Where a file came from that is imported: our own export, MyAnimeList's XML, a backup of Mihon and its relatives. */
export const IMPORT_SOURCES = ['komawari', 'mal', 'mihon'] as const;

/** The parts of our own export besides comics: follows, terms that are hidden, groups that are preferred or blocked, people who are blocked, and searches. */
export const IMPORTED_KINDS = ['follows', 'hidden', 'groups', 'searches', 'uploaders', 'members'] as const;
export type ImportedKind = (typeof IMPORTED_KINDS)[number];
/** Those that are taken over unless something else is said: whoever has a name here may be someone else than there. */
export const TAKEN_KINDS = ['follows', 'hidden', 'groups', 'searches'] as const satisfies readonly ImportedKind[];

/** The fates of a category of another program: its comics come to a shelf, or into a list of its name; or it brings nothing. */
export const CATEGORY_FATES = [...SHELVES, 'list', 'none'] as const;
export type CategoryFate = (typeof CATEGORY_FATES)[number];
/** Most categories of a file; comics of further ones are as in none. */
export const MAX_CATEGORIES = 200;

/** A category that a file names, in its order. */
export const ImportCategory = z.object({
  /** Null: the favorites that are in none. */
  name: z.string().nullable(),
  /** How many comics of the file are in it, whether they are found here or not. */
  comics: z.int(),
  /** The fate it has unless the member says otherwise: the shelf that its name means in one of the site's languages, else a list. */
  fate: z.enum(CATEGORY_FATES),
});
export type ImportCategory = z.infer<typeof ImportCategory>;

/** A comic of this site that an entry of a file may be. */
export const ImportCandidate = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  /** The name of its language, where the site says it. */
  language: z.string().nullable(),
  thumb_url: z.string(),
  chapters_count: z.int(),
  pages: z.int(),
});
export type ImportCandidate = z.infer<typeof ImportCandidate>;

/** One comic of a file: what the file says of it, and what it may be here. */
export const ImportItem = z.object({
  key: z.string(),
  title: z.string(),
  /** `matched`: known elsewhere by the same id, or else this title and no other; `unsure`: look at it; `missing`: nothing here has its id or is called so. */
  state: z.enum(['matched', 'unsure', 'missing']),
  /** The comic it is matched with unless the member says otherwise. */
  comic_id: z.int().nullable(),
  /** The best first, at most 5. */
  candidates: z.array(ImportCandidate),
  favorite: z.boolean(),
  /** 1 to 10. */
  score: z.int().min(1).max(10).nullable(),
  /** The lists of our own export it is on, or its categories elsewhere. */
  lists: z.array(z.string()),
  chapters_read: z.int(),
});
export type ImportItem = z.infer<typeof ImportItem>;

/** A file that was read, and waits for the member to say what is what. Nothing has been changed yet. */
export const ImportReview = z.object({
  id: z.string(),
  source: z.enum(IMPORT_SOURCES),
  created_at: z.string(),
  /** When it was taken over; null while it waits. */
  applied_at: z.string().nullable(),
  items: z.array(ImportItem),
  /** Of a backup of Mihon; two of one name are one. */
  categories: z.array(ImportCategory),
  /** How much there is besides, and how much of it this site does not have; follows are those of terms. */
  account: z.array(z.object({ kind: z.enum(IMPORTED_KINDS), found: z.int(), missing: z.int() })),
});
export type ImportReview = z.infer<typeof ImportReview>;

/** The choice for each entry: a comic, or none. Entries that are not named are taken over as they were matched. */
export const ImportChoices = z.object({
  choices: z.array(z.object({ key: z.string().max(40), comic_id: z.int().positive().nullable() })).max(10_000),
  /** Categories that are not named have the fate they were shown with. A comic in several that mean shelves comes to that of the first; one that is on a shelf stays there. */
  categories: z
    .array(z.object({ name: z.string().max(MAX_LIST_NAME).nullable(), fate: z.enum(CATEGORY_FATES) }))
    .max(MAX_CATEGORIES + 1)
    .default([]),
  /** Those parts that are taken over besides; comics that were followed are part of `follows`. */
  account: z
    .array(z.enum(IMPORTED_KINDS))
    .max(20)
    .default([...TAKEN_KINDS]),
});
export type ImportChoices = z.infer<typeof ImportChoices>;

/** How many of each were new or newer than what was there. */
export const ImportResult = z.object({
  favorites: z.int(),
  progress: z.int(),
  ratings: z.int(),
  lists: z.int(),
  shelves: z.int(),
  account: z.partialRecord(z.enum(IMPORTED_KINDS), z.int()),
});
export type ImportResult = z.infer<typeof ImportResult>;
