import { z } from 'zod';
import { LINK_SERVICES, OFFICIAL_LANGUAGES } from './links.ts';
import { pageSchema, paging } from './paging.ts';
import { SearchNote } from './search.ts';
import { FILTER_KINDS, KIND_PATHS, type KindPath, LanguageRef, TagRef, TermRef } from './taxonomy.ts';

export const STATUSES = ['ongoing', 'complete', 'onhold', 'canceled'] as const;
export const ATTRIBUTES = ['translated', 'speechless', 'rewritten'] as const;
export const SORTS = [
  'uploaded_at',
  'latest_chapter',
  'title',
  'pages',
  'favorites',
  'score',
  'popularity',
  'views',
  'relevance',
  'random',
] as const;
export const ORDERS = ['desc', 'asc'] as const;
export const DURATIONS = ['day', 'week', 'month', 'year', 'all'] as const;
export const RATINGS = ['safe', 'suggestive', 'explicit'] as const;
export const DIRECTIONS = ['ltr', 'rtl', 'vertical'] as const;
/** The kinds of works that stand together with one, in the order they are shown, each with the kind that the one is then to the other. */
export const INVERSE_RELATIONS = {
  prequel: 'sequel',
  sequel: 'prequel',
  parent_story: 'side_story',
  side_story: 'parent_story',
  origin: 'spin_off',
  spin_off: 'origin',
  source: 'adaptation',
  adaptation: 'source',
  alternative: 'alternative',
  same_world: 'same_world',
} as const;
export type RelationKind = keyof typeof INVERSE_RELATIONS;
export const RELATION_KINDS = Object.keys(INVERSE_RELATIONS) as [RelationKind, ...RelationKind[]];
/** Most works that one is related to. */
export const MAX_RELATIONS = 100;
export type Status = (typeof STATUSES)[number];
export type Attribute = (typeof ATTRIBUTES)[number];
export type Sort = (typeof SORTS)[number];
export type Duration = (typeof DURATIONS)[number];
export type Rating = (typeof RATINGS)[number];
export type Direction = (typeof DIRECTIONS)[number];

/** Small and large cover with their real sizes, so that nothing jumps. `thumbhash` is base64, `color` `#rrggbb`. */
export const Cover = z.object({
  width: z.int(),
  height: z.int(),
  thumbhash: z.string().nullable(),
  color: z.string().nullable(),
});

/** The newest chapter of a series. `added_at` is the day from which on everyone could read it, `YYYY-MM-DD`. */
export const LatestChapter = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  added_at: z.string(),
});
export type LatestChapter = z.infer<typeof LatestChapter>;

/** A comic in a list (api-contract, "An item"), and the extra fields our own site uses. */
export const ComicCard = z.object({
  id: z.int(),
  linkcode: z.string().nullable(),
  title: z.string(),
  /** In the comic's own language; `title` is in the reader's where it was translated. */
  title_original: z.string(),
  alternative_title: z.string().nullable(),
  slug: z.string(),
  description: z.string().nullable(),
  rewritten: z.boolean(),
  translated: z.boolean(),
  speechless: z.boolean(),
  uploaded_at: z.string(),
  pages: z.int(),
  favorites: z.int(),
  views: z.int(),
  status: z.enum(STATUSES).nullable(),
  chapters_count: z.int(),
  /** The chapter of a series that came last to everyone, and the day it came; null for one-shots. */
  latest_chapter: LatestChapter.nullable(),
  thumb_url: z.string(),
  image_url: z.string(),
  short_url: z.string(),
  premium: z.boolean(),
  /** When it becomes free; null where it is free already, or never does. */
  premium_until: z.string().nullable(),
  /** Only there for a comic that is found by its address alone. */
  unlisted: z.literal(true).optional(),
  rating: z.enum(RATINGS),
  direction: z.enum(DIRECTIONS),
  cover: Cover.nullable(),
  category: TermRef.nullable(),
  language: LanguageRef.nullable(),
  tags: z.array(TagRef),
});
export type ComicCard = z.infer<typeof ComicCard>;

/** A part of a tall page: its pictures, and where it stands in pixels of the page. */
export const PageSlice = z.object({ source_url: z.string(), saver_url: z.string(), top: z.int(), height: z.int() });
export type PageSlice = z.infer<typeof PageSlice>;

/**
 * A page of a comic. `page` counts from 1 in reading order; `width` and `height` are of `source_url`, upright, in pixels.
 * `saver_url` is the data-saver picture (the source where none is smaller). `thumbhash` is base64, `color` is `#rrggbb`.
 */
export const PageImage = z.object({
  id: z.int(),
  page: z.int().min(1),
  source_url: z.string(),
  thumbnail_url: z.string(),
  saver_url: z.string(),
  width: z.int(),
  height: z.int(),
  thumbhash: z.string().nullable(),
  color: z.string().nullable(),
  /** The rectangle inside the page's white or black borders: left, top, width, height in pixels; null where there is nothing to cut off. */
  trim: z.array(z.int()).length(4).nullable(),
  /** The colour around the picture, as `#rrggbb`; null where there is no one colour. */
  edge: z.string().nullable(),
  /** The drawing runs on into the next page, which lies to the right (`ltr`) or to the left (`rtl`); null where nothing says so. */
  seam: z.enum(['ltr', 'rtl']).nullable(),
  /** The slices of a page that is over 10,000 pixels tall, from top to bottom and without gaps; null for the others. */
  slices: z.array(PageSlice).nullable(),
  /** The page is missing: its picture is a plate that says so. Left out of all others. */
  missing: z.literal(true).optional(),
});
export type PageImage = z.infer<typeof PageImage>;

/** The same work in another language. */
export const ComicTranslation = z.object({
  slug: z.string(),
  title: z.string(),
  language: LanguageRef.nullable(),
});
export type ComicTranslation = z.infer<typeof ComicTranslation>;

const CountedTerm = TermRef.extend({ comics_count: z.int() });
const Person = CountedTerm.extend({ image_url: z.string().nullable(), gender: z.string().nullable() });

/** A work that stands together with another one: `kind` says what it is to that one. */
export const ComicRelation = z.object({ kind: z.enum(RELATION_KINDS), comic: ComicCard });
export type ComicRelation = z.infer<typeof ComicRelation>;

/** A work as another site knows it: its id there, and the page it leads to. */
export const ComicLink = z.object({ service: z.enum(LINK_SERVICES), id: z.string(), url: z.string() });
export type ComicLink = z.infer<typeof ComicLink>;

/** A page of who publishes a work; `language.name` is in the viewer's language. */
export const ComicOfficialLink = z.object({
  url: z.string(),
  label: z.string().nullable(),
  language: z.object({ code: z.enum(OFFICIAL_LANGUAGES), name: z.string() }).nullable(),
});
export type ComicOfficialLink = z.infer<typeof ComicOfficialLink>;

/** A volume of a series of which a chapter is out, with its title or cover; `cover` and its addresses are null where it has none, or may not be shown. */
export const ComicVolume = z.object({
  volume: z.string(),
  title: z.string().nullable(),
  thumb_url: z.string().nullable(),
  image_url: z.string().nullable(),
  cover: Cover.nullable(),
});
export type ComicVolume = z.infer<typeof ComicVolume>;

/**
 * One comic. `translations` are its titles and descriptions in other locales, `editions` the same work in other languages,
 * `relations` other works it stands together with, as far as this viewer sees them, by kind; `links` the same work on other
 * sites, `official_links` where its publishers show it.
 * `withheld` is true for an explicit comic opened with the switch off: its metadata stands, `cover` is null,
 * `thumb_url` and `image_url` name the fallback picture and `preview_images` is empty. `closed` is true for a premium
 * comic of which this viewer may read no more than `preview_images`.
 */
export const ComicDetail = ComicCard.extend({
  tags: z.array(TagRef.extend({ comics_count: z.int() })),
  artists: z.array(Person),
  authors: z.array(Person),
  groups: z.array(CountedTerm),
  characters: z.array(Person.extend({ hair: z.string().nullable() })),
  parodies: z.array(CountedTerm),
  relationships: z.array(CountedTerm),
  genres: z.array(CountedTerm),
  publishers: z.array(CountedTerm),
  platforms: z.array(CountedTerm),
  translations: z.array(
    z.object({ locale: z.string(), title: z.string().nullable(), description: z.string().nullable() }),
  ),
  editions: z.array(ComicTranslation),
  relations: z.array(ComicRelation),
  official_links: z.array(ComicOfficialLink),
  links: z.array(ComicLink),
  /** Those that have a title or a cover, in the order of their chapters. */
  volumes: z.array(ComicVolume),
  released_on: z.string().nullable(),
  /** That are shown, replies included. */
  comments_count: z.int(),
  /** Reviews that are shown, with what answers them; 0 on a site without reviews. */
  reviews_count: z.int(),
  /** The mean of the scores that count, with one digit, and how many they are; null without any, and on a site without reviews. */
  score: z.object({ average: z.number(), ratings: z.int() }).nullable(),
  withheld: z.boolean(),
  closed: z.boolean(),
  preview_images: z.array(PageImage),
  /** Whether it is among the favorites of who asks; only there for a member. */
  favorited: z.boolean().optional(),
});
export type ComicDetail = z.infer<typeof ComicDetail>;

/** A page of a list; `search` is null where the query has no `q`. */
export const ComicPage = pageSchema(ComicCard).extend({ search: SearchNote.nullable() });

/** Comics that a member may like, as they are like one they read; `because` is null where there are none. */
export const Suggestions = z.object({ because: ComicCard.nullable(), comics: z.array(ComicCard) });
export type Suggestions = z.infer<typeof Suggestions>;

/** Most letters of a search; longer ones are refused. */
export const MAX_QUERY_LENGTH = 500;

/** Numeric ids in any form clients send them, already gathered into one list of texts; `0` and empty are no filter. */
const ids = z
  .array(z.string())
  .default([])
  .transform((values) => [...new Set(values.filter((value) => value !== '' && value !== '0'))])
  .pipe(z.array(z.coerce.number<string>().int().min(1).max(2_147_483_647)).max(100))
  .meta({
    description: 'Ids, as `x=5`, `x[]=5`, `x[0]=5` or repeated; `0` and empty are no filter.',
    items: { type: 'integer', minimum: 0 },
  });

type FilterPath = (typeof KIND_PATHS)[(typeof FILTER_KINDS)[number]];
const filterPaths = FILTER_KINDS.map((kind) => KIND_PATHS[kind]);
const idFilters = Object.fromEntries(
  filterPaths.flatMap((path) => [
    [path, ids],
    [`not_${path}`, ids],
  ]),
) as Record<FilterPath | `not_${FilterPath}`, typeof ids>;
const enumList = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z
    .array(z.string())
    .default([])
    .transform((given) => given.filter((value) => value !== ''))
    .pipe(z.array(z.enum(values)))
    .meta({ items: { type: 'string', enum: [...values] } });

/** Whether comics of a list have all of the terms asked for of a kind, or any. */
export const MATCHES = ['all', 'any'] as const;
export type Match = (typeof MATCHES)[number];
/** A kind's path and the id of a term of it. */
export const WITHIN = /^([a-z]{1,20}):([1-9]\d{0,9})$/;

/**
 * Query of `GET /api/comics`, after `parseQueryString` has gathered repeated and bracketed parameters into lists.
 * `sort` is left out when the caller did not say: relevance with a `q`, else upload date.
 */
export const ComicQuery = z.object({
  q: z.string().max(MAX_QUERY_LENGTH).default(''),
  sort: z
    .enum(SORTS)
    .optional()
    .describe(
      '`uploaded_at` without a `q`, `relevance` with one. `latest_chapter`: by the chapter that came last to everyone, works without chapters by their upload. `title`: by the title that is shown, in the order of the language that is asked for.',
    ),
  order: z.enum(ORDERS).default('desc'),
  duration: z.enum(DURATIONS).default('all'),
  attributes: enumList(ATTRIBUTES),
  statuses: enumList(STATUSES),
  match: z
    .enum(MATCHES)
    .optional()
    .describe(
      'Whether a comic has `all` (without it) of the terms asked for of a kind, or any of them. Of languages and categories any will do in either case.',
    ),
  within: z
    .string()
    .regex(WITHIN)
    .refine((text) => Number(text.split(':')[1]) <= 2_147_483_647)
    .optional()
    .describe('A term that every comic of the list has besides, whatever `match` says: `tags:5`.'),
  /** These comics alone, as far as they are listed. */
  ids,
  ...idFilters,
  ...paging,
});
export type ComicQuery = z.infer<typeof ComicQuery>;

/** The filters whose choices can be asked for. */
export const OPTION_FILTERS = [...filterPaths, 'statuses', 'attributes'] as const;
export type OptionFilter = (typeof OPTION_FILTERS)[number];

/** Query of `GET /api/comics/options`: the list that is filtered, which filter is open, and what was typed into it. */
export const OptionsQuery = ComicQuery.extend({ of: z.enum(OPTION_FILTERS), find: z.string().max(200).default('') });
export type OptionsQuery = z.infer<typeof OptionsQuery>;

export type { KindPath };
