import { z } from 'zod';

/** The forms in which a member can take their own data with them, as they are offered; `mal`, which other sites read, is a list of favorites and what is on a shelf. */
export const EXPORT_FORMATS = ['json', 'csv', 'mal'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Where a file came from that is imported: our own export, MyAnimeList's XML, a backup of Mihon and its relatives. */
export const IMPORT_SOURCES = ['komawari', 'mal', 'mihon'] as const;

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
});
export type ImportReview = z.infer<typeof ImportReview>;

/** The choice for each entry: a comic, or none. Entries that are not named are taken over as they were matched. */
export const ImportChoices = z.object({
  choices: z.array(z.object({ key: z.string().max(40), comic_id: z.int().positive().nullable() })).max(10_000),
});
export type ImportChoices = z.infer<typeof ImportChoices>;

/** How many of each were new or newer than what was there. */
export const ImportResult = z.object({
  favorites: z.int(),
  progress: z.int(),
  ratings: z.int(),
  lists: z.int(),
  shelves: z.int(),
});
export type ImportResult = z.infer<typeof ImportResult>;
