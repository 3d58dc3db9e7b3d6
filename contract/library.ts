import { z } from 'zod';
import { ComicCard, ComicQuery, SORTS } from './comics.ts';
import { pageSchema, paging } from './paging.ts';
import { SHELVES } from './shelves.ts';
import { TERM_KINDS, TermRef } from './taxonomy.ts';

/** Most comics whose marks are asked for at once. */
export const MAX_MARKS = 100;
/** Most letters of a list's name and description, most lists of a member, most comics of a list. */
export const MAX_LIST_NAME = 100;
export const MAX_LIST_TEXT = 1000;
export const MAX_LISTS = 100;
export const MAX_LIST_COMICS = 1000;
/** Most records of progress sent at once. */
export const MAX_PROGRESS = 200;
/** Most terms a member hides. */
export const MAX_HIDDEN_TERMS = 500;
/** Most favorites of a member. */
export const MAX_FAVORITES = 20_000;
/** Most comics and terms a member follows. */
export const MAX_FOLLOWS = 5_000;
/** Most pages a member marks, most of them told at once, most letters of a note. */
export const MAX_BOOKMARKS = 5_000;
export const MAX_BOOKMARKS_SENT = 200;
export const MAX_BOOKMARK_NOTE = 1000;

/** The kinds of term that can be followed. */
export const FOLLOWED_KINDS = ['tag', 'artist', 'group', 'author', 'character', 'parody'] as const;
export type FollowedKind = (typeof FOLLOWED_KINDS)[number];

const id = z.int().min(1).max(2_147_483_647);

/** The marks of a member on a comic: `read` is `all` when each of its chapters was read to the end. */
export const Mark = z.object({
  favorited: z.boolean(),
  /** 1 to 10; null where they gave none. */
  score: z.int().nullable(),
  followed: z.boolean(),
  /** Where they have it; null on none. */
  shelf: z.enum(SHELVES).nullable(),
  read: z.enum(['none', 'part', 'all']),
});
export type Mark = z.infer<typeof Mark>;

/** Marks by the comic's id; comics a member did nothing with are missing. */
export const Marks = z.record(z.string(), Mark);
export type Marks = z.infer<typeof Marks>;

/** Ids as `comics=1,2,3`. */
export const MarksQuery = z.object({
  comics: z
    .string()
    .max(1100)
    .default('')
    .transform((text) => [...new Set(text.split(',').filter((each) => each !== ''))])
    .pipe(z.array(z.coerce.number<string>().int().min(1).max(2_147_483_647)).max(MAX_MARKS))
    .meta({ description: `At most ${MAX_MARKS} ids, joined by commas.`, type: 'string' }),
});

export const Favorited = z.object({ favorited: z.boolean(), favorites: z.int() });
export type Favorited = z.infer<typeof Favorited>;

/** Query of `GET account/favorites`: that of the listing, and the order in which they were added, which is the default. */
export const FavoritesQuery = ComicQuery.extend({ sort: z.enum([...SORTS, 'favorited_at']).optional() });
export type FavoritesQuery = z.infer<typeof FavoritesQuery>;

/** A reader's place in a chapter. `page` is the highest visible one, from 1; `page_offset` how far down it, 0 to 1. */
export const Progress = z.object({
  comic_id: z.int(),
  /** Null for a one-shot. */
  chapter_id: z.int().nullable(),
  page: z.int().min(1),
  page_offset: z.number(),
  max_page: z.int().min(1),
  /** How many pages the chapter has now. */
  pages: z.int(),
  completed: z.boolean(),
  updated_at: z.string(),
  device: z.string().nullable(),
});
export type Progress = z.infer<typeof Progress>;

/**
 * A place a device reports. The newest `updated_at` wins, `max_page` never sinks, and what was read to the end stays so
 * unless a person says otherwise: `completed: false` with `mark: true`.
 */
export const ProgressDraft = z.object({
  comic_id: id,
  chapter_id: id.nullable().default(null),
  page: id,
  page_offset: z.number().min(0).max(1).default(0),
  max_page: id.optional(),
  completed: z.boolean().default(false),
  mark: z.boolean().default(false),
  updated_at: z.iso.datetime({ offset: true }).optional(),
  device: z.string().trim().max(60).nullable().default(null),
});
export type ProgressDraft = z.infer<typeof ProgressDraft>;

export const ProgressBody = z.union([z.array(ProgressDraft).max(MAX_PROGRESS), ProgressDraft]);

/** The fate of a report: `kept` is false on an account that remembers no reading; `unknown` are those of comics and chapters that are not there. */
export const ProgressKept = z.object({
  kept: z.boolean(),
  progress: z.array(Progress),
  unknown: z.array(z.object({ comic_id: z.int(), chapter_id: z.int().nullable() })),
});
export type ProgressKept = z.infer<typeof ProgressKept>;

/** `since`: only what changed after it; `comic`: only of this comic. The newest 5000. */
export const ProgressQuery = z.object({
  since: z.iso.datetime({ offset: true }).optional(),
  comic: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});

/** The last place in a comic. `comic` is null where it may not be shown any more: only its title and id are left. */
export const HistoryEntry = z.object({
  comic_id: z.int(),
  title: z.string(),
  comic: ComicCard.nullable(),
  /** Null for a one-shot. */
  chapter: z.object({ id: z.int(), slug: z.string(), name: z.string(), number: z.string().nullable() }).nullable(),
  page: z.int(),
  /** Pages of the chapter. */
  pages: z.int(),
  completed: z.boolean(),
  read: z.enum(['none', 'part', 'all']),
  read_at: z.string(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
export const HistoryPage = pageSchema(HistoryEntry);
export const HistoryQuery = z.object(paging);

/** A member's list as lists of lists show it. `thumbs` are small covers of its first comics; `comics_count` counts those that are shown. */
export const ComicList = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  public: z.boolean(),
  comics_count: z.int(),
  thumbs: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ComicList = z.infer<typeof ComicList>;
/** With `comic=` in the query: whether the list has it. */
export const OwnList = ComicList.extend({ has: z.boolean().optional() });
export type OwnList = z.infer<typeof OwnList>;
export const OwnListsQuery = z.object({ comic: z.coerce.number().int().min(1).max(2_147_483_647).optional() });

/** One list with a page of its comics. `own`: whether the caller may change it. */
export const ListDetail = ComicList.extend({
  own: z.boolean(),
  user: z.object({ username: z.string(), avatar_url: z.string().nullable() }),
  comics: pageSchema(ComicCard),
});
export type ListDetail = z.infer<typeof ListDetail>;

/** A page of a list; `q` are words of titles. */
export const ListQuery = z.object({ ...paging, q: z.string().trim().max(200).default('') });

const name = z.string().trim().min(1).max(MAX_LIST_NAME);
const description = z.string().trim().max(MAX_LIST_TEXT);
export const ListDraft = z.object({ name, description: description.default(''), public: z.boolean().default(false) });
export type ListDraft = z.infer<typeof ListDraft>;
export const ListChanges = z.object({
  name: name.optional(),
  description: description.optional(),
  public: z.boolean().optional(),
});
export type ListChanges = z.infer<typeof ListChanges>;
/** The comics of a list in their new order; those that are not named stay behind them. */
export const ListOrder = z.object({ comics: z.array(id).max(MAX_LIST_COMICS) });
export const InList = z.object({ has: z.boolean(), comics_count: z.int() });

export const RatingDraft = z.object({ score: z.int().min(1).max(10) });
/**
 * `score` is the caller's, and whether it counts by now; `average` of all that count, with one digit, null without any.
 */
export const Rated = z.object({
  score: z.int().nullable(),
  counted: z.boolean().nullable(),
  average: z.number().nullable(),
  ratings: z.int(),
});
export type Rated = z.infer<typeof Rated>;

export const Followed = z.object({ followed: z.boolean() });
/** The works and terms a member follows, the newest first. */
export const Follows = z.object({
  comics: z.array(ComicCard),
  terms: z.array(TermRef.extend({ kind: z.enum(FOLLOWED_KINDS) })),
});
export type Follows = z.infer<typeof Follows>;

/** A term whose comics a member does not want to see. */
export const HiddenTerm = TermRef.extend({ kind: z.enum(TERM_KINDS) });
export type HiddenTerm = z.infer<typeof HiddenTerm>;
/** All ids at once; those that are no term are left out. */
export const HiddenBody = z.object({ terms: z.array(id).max(MAX_HIDDEN_TERMS) });

/** Names a page that someone marks: `chapter_id` is null for a one-shot. */
const bookmarked = { comic_id: id, chapter_id: id.nullable().default(null), page: id };
/** A page to mark. Without a note the one it has stays; an empty one takes it away. */
export const BookmarkDraft = z.object({ ...bookmarked, note: z.string().trim().max(MAX_BOOKMARK_NOTE).optional() });
export type BookmarkDraft = z.infer<typeof BookmarkDraft>;
export const BookmarksBody = z.union([z.array(BookmarkDraft).max(MAX_BOOKMARKS_SENT), BookmarkDraft]);

/** A page a member marked, with their note. */
export const Bookmark = z.object({
  comic_id: z.int(),
  chapter_id: z.int().nullable(),
  page: z.int().min(1),
  note: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Bookmark = z.infer<typeof Bookmark>;

/** A marked page as lists show it. `comic` is null where it may not be shown any more; `thumb_url` where this viewer may not see the page, or it is gone. */
export const BookmarkEntry = Bookmark.extend({
  title: z.string(),
  comic: z.object({ id: z.int(), slug: z.string() }).nullable(),
  /** Null for a one-shot. */
  chapter: z.object({ id: z.int(), slug: z.string(), name: z.string(), number: z.string().nullable() }).nullable(),
  thumb_url: z.string().nullable(),
  /** Of the page; null as `thumb_url`. */
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type BookmarkEntry = z.infer<typeof BookmarkEntry>;
export const BookmarkPage = pageSchema(BookmarkEntry);
const positiveInteger = z.coerce.number().int().min(1).max(2_147_483_647);
/** `comic`: only of this one, in reading order; else of all, the one marked last first. */
export const BookmarksQuery = z.object({ ...paging, comic: positiveInteger.optional() });
/** The marked page to take away; without a chapter that of a one-shot. */
export const BookmarkAddress = z.object({
  comic: positiveInteger,
  chapter: positiveInteger.optional(),
  page: positiveInteger,
});
