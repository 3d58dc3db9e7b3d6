import { z } from 'zod';
import { AdminChapter, typedSlug } from './chapter-editing.ts';
import {
  ATTRIBUTES,
  Cover,
  DIRECTIONS,
  MAX_QUERY_LENGTH,
  MAX_RELATIONS,
  ORDERS,
  RATINGS,
  RELATION_KINDS,
  STATUSES,
} from './comics.ts';
import { AdminVolume } from './volume-editing.ts';
import { LinkEdits, OfficialLinkEdits, StoredLinks, StoredOfficialLinks } from './link-editing.ts';
import { LOCALES } from './locales.ts';
import { pageSchema, paging } from './paging.ts';
import { SearchNote } from './search.ts';
import { KIND_PATHS, type KindPath, LanguageRef, TERM_KINDS, TermRef } from './taxonomy.ts';
import { WantedTerm } from './term-editing.ts';

/*
 * Routes, all below /api/admin, permission `comics.edit`; an uploader reaches only the comics they uploaded (else 404).
 *
 *   GET    comics                              AdminComicQuery → AdminComicPage
 *   POST   comics                              NewComic → 201 AdminComic
 *   GET    comics/{slug}                       AdminComic
 *   PATCH  comics/{slug}                       ComicEdit → AdminComic | 409 EditConflict
 *   DELETE comics/{slug}                       204; drafts alone, else 409 `comic-not-draft`
 *   POST   comics/{slug}/state                 StateChange → AdminComic | 409 EditConflict
 *   PUT    comics/{slug}/cover                 CoverChoice → AdminComic | 409
 *   POST   comics/{slug}/cover?version=…       CoverUpload, the picture's bytes → AdminComic | 409
 *   PATCH  comics/{slug}/volumes               VolumeEdit (volume-editing.ts) → AdminComic | 409
 *   POST   comics/{slug}/volumes/cover?volume=…&version=… VolumeCoverUpload, the picture's bytes → AdminComic | 409
 *   POST   comics/{slug}/chapters              ChapterChanges → 201 AdminChapterDetail
 *   PUT    comics/{slug}/chapters              WantedOrder → AdminComic
 *   PUT    comics/{slug}/chapters/numbers      Renumbering (renumbering.ts) → AdminComic | 409
 *   POST   comics/{slug}/merge                 ChapterMove (all of its chapters go there) → AdminComic of the other
 *   GET    comics/{slug}/revisions             paging → RevisionPage
 *   POST   comics/{slug}/revisions/{id}/restore RevisionRestore → AdminComic | 409 EditConflict
 *
 * Those of chapters and their pages: chapter-editing.ts. Bytes of pictures are sent as `application/octet-stream` or `image/*`.
 */

/** Where a comic is on its way; also what the table filters by. */
export const STATES = ['draft', 'scheduled', 'published', 'unlisted', 'removed'] as const;
export type State = (typeof STATES)[number];
/** Those in which readers see a comic, or will without anyone doing anything. */
export const SEEN_STATES: ReadonlySet<string> = new Set<State>(['published', 'unlisted', 'scheduled']);

/** The faults a comic is looked for by. `pages` has none at all, `some_pages` lacks some, `broken` has pages whose picture is not whole. */
export const MISSING = ['cover', 'pages', 'some_pages', 'tags', 'language', 'broken'] as const;
/** The orders of the table, as they are offered. */
export const ADMIN_SORTS = [
  'uploaded_at',
  'updated_at',
  'published_at',
  'title',
  'views',
  'favorites',
  'pages',
  'id',
] as const;
export type AdminSort = (typeof ADMIN_SORTS)[number];
/** Where the review of an uploader's work stands; a comic nobody has to review has none. */
export const REVIEW_STATES = ['waiting', 'approved', 'refused'] as const;

const texts = z.array(z.string()).default([]);
const enumList = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  texts
    .transform((given) => given.filter((value) => value !== ''))
    .pipe(z.array(z.enum(values)))
    .meta({ items: { type: 'string', enum: [...values] } });
const ids = texts
  .transform((values) => [...new Set(values.filter((value) => value !== '' && value !== '0'))])
  .pipe(z.array(z.coerce.number<string>().int().min(1).max(2_147_483_647)).max(100))
  .meta({ items: { type: 'integer', minimum: 0 } });

/** Every kind of term by the plural of its name, as in addresses: `tags`, `artists`, … */
export const KIND_PLURALS: readonly KindPath[] = TERM_KINDS.map((kind) => KIND_PATHS[kind]);
const termFilters = Object.fromEntries(
  KIND_PLURALS.flatMap((path) => [
    [path, ids],
    [`not_${path}`, ids],
  ]),
) as Record<KindPath | `not_${KindPath}`, typeof ids>;

/** The filter of comics of the table: the parameters of a list, without its order and page. Lists are repeated or bracketed parameters. */
export const AdminComicFilter = z.object({
  /** In the query language of the site's search. */
  q: z.string().max(MAX_QUERY_LENGTH).default(''),
  states: enumList(STATES),
  ratings: enumList(RATINGS),
  statuses: enumList(STATUSES),
  attributes: enumList(ATTRIBUTES),
  missing: enumList(MISSING),
  reviews: enumList(REVIEW_STATES),
  premium: z.stringbool().optional(),
  /** A username; only for admins and moderators, an uploader sees their own alone. */
  uploader: z.string().max(100).default(''),
  ids,
  ...termFilters,
});
export type AdminComicFilter = z.infer<typeof AdminComicFilter>;

/** Query of `GET /api/admin/comics`. */
export const AdminComicQuery = AdminComicFilter.extend({
  sort: z.enum(ADMIN_SORTS).default('uploaded_at'),
  order: z.enum(ORDERS).default('desc'),
  ...paging,
});
export type AdminComicQuery = z.infer<typeof AdminComicQuery>;

/** The fields of a comic that are one value each: what an editor changes and a revision brings back by itself. */
export const PLAIN_COMIC_FIELDS = [
  'title',
  'alternative_title',
  'description',
  'slug',
  'linkcode',
  'rating',
  'status',
  'direction',
  'translated',
  'speechless',
  'rewritten',
  'premium',
  'premium_until',
  'released_on',
  'work_key',
  'uploaded_at',
  'locked',
] as const;

/** Someone who brought or changed something; null where nobody is known to have, or they are gone. */
export const Someone = z.object({ id: z.int(), username: z.string() });

/** A comic in the table. Moments are ISO 8601 in UTC. */
export const AdminComicRow = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  alternative_title: z.string().nullable(),
  state: z.enum(STATES),
  rating: z.enum(RATINGS),
  status: z.enum(STATUSES).nullable(),
  language: LanguageRef.nullable(),
  category: TermRef.nullable(),
  pages: z.int(),
  chapters_count: z.int(),
  views: z.int(),
  favorites: z.int(),
  uploaded_at: z.string(),
  updated_at: z.string(),
  published_at: z.string().nullable(),
  /** When it is to be published; null where it is not scheduled. */
  publish_at: z.string().nullable(),
  premium: z.boolean(),
  premium_until: z.string().nullable(),
  uploader: Someone.nullable(),
  review: z.enum(REVIEW_STATES).nullable(),
  /** Null where it has no cover; `thumb_url` then names the fallback picture. */
  cover: Cover.nullable(),
  thumb_url: z.string(),
});
export type AdminComicRow = z.infer<typeof AdminComicRow>;

/** `search` is null where the query has no `q`. */
export const AdminComicPage = pageSchema(AdminComicRow).extend({ search: SearchNote.nullable() });
export type AdminComicPage = z.infer<typeof AdminComicPage>;

const Terms = z.object(
  Object.fromEntries(KIND_PLURALS.map((path) => [path, z.array(TermRef)])) as Record<
    KindPath,
    z.ZodArray<typeof TermRef>
  >,
);
const Translations = z.partialRecord(
  z.enum(LOCALES),
  z.object({ title: z.string().max(500).nullable(), description: z.string().max(20_000).nullable() }),
);

/** Fields that can be kept from being changed by an import: a field, or the terms of a kind by the plural of its name. */
export const LOCKABLE = [
  'title',
  'alternative_title',
  'description',
  'translations',
  'rating',
  'status',
  'direction',
  'translated',
  'speechless',
  'rewritten',
  'premium',
  'released_on',
  'work_key',
  'links',
  'cover',
  ...KIND_PLURALS,
] as const;
export type Lockable = (typeof LOCKABLE)[number];

/** A work that a comic stands together with, in any state: what that one is to it. */
export const AdminRelation = z.object({
  kind: z.enum(RELATION_KINDS),
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  state: z.enum(STATES),
});
export type AdminRelation = z.infer<typeof AdminRelation>;

/** Works that a comic may stand together with, as their titles agree. */
export const RelationSuggestions = z.array(AdminRelation);

/** Everything about one comic, in any state. `title` and `description` are its own, untranslated. */
export const AdminComic = AdminComicRow.extend({
  /** Moves with every change of it; an edit says which it began from. */
  version: z.int(),
  linkcode: z.string().nullable(),
  description: z.string().nullable(),
  direction: z.enum(DIRECTIONS),
  translated: z.boolean(),
  speechless: z.boolean(),
  rewritten: z.boolean(),
  oneshot: z.boolean(),
  released_on: z.string().nullable(),
  work_key: z.string().nullable(),
  removed_at: z.string().nullable(),
  removed_reason: z.string().nullable(),
  translations: Translations,
  terms: Terms,
  locked: z.array(z.enum(LOCKABLE)),
  /** Addresses it had before, which lead to it. */
  old_slugs: z.array(z.string()),
  /** The same work in other languages. */
  editions: z.array(
    z.object({
      id: z.int(),
      slug: z.string(),
      title: z.string(),
      state: z.enum(STATES),
      language: LanguageRef.nullable(),
    }),
  ),
  relations: z.array(AdminRelation),
  links: StoredLinks,
  official_links: StoredOfficialLinks,
  chapters: z.array(AdminChapter),
  volumes: z.array(AdminVolume),
  /** Its missing pages, in reading order: the name of the chapter (null for a one-shot), their place and name, why, and whether it may be shown without. */
  missing_pages: z.array(
    z.object({
      chapter_id: z.int(),
      chapter: z.string().nullable(),
      page: z.int(),
      name: z.string(),
      reason: z.string(),
      accepted: z.boolean(),
    }),
  ),
  /** The large cover; the fallback picture where it has none. */
  image_url: z.string(),
  /** The picture the cover is made from; null without one. `page_id` where it is a page of this comic, whole. */
  cover_source: z
    .object({ page_id: z.int().nullable(), source_url: z.string(), width: z.int(), height: z.int() })
    .nullable(),
  review_note: z.string().nullable(),
});
export type AdminComic = z.infer<typeof AdminComic>;

const moment = z.iso.datetime({ offset: true });
const title = z.string().trim().min(1).max(500);
const line = z
  .string()
  .trim()
  .max(500)
  .transform((text) => text || null)
  .nullable();
const long = z
  .string()
  .trim()
  .max(20_000)
  .transform((text) => text || null)
  .nullable();
const WantedTerms = z.partialRecord(z.enum(KIND_PLURALS as [KindPath, ...KindPath[]]), z.array(WantedTerm).max(500));
/** The fields that can be changed of one comic as of many. */
export const plainFields = {
  rating: z.enum(RATINGS),
  status: z.enum(STATUSES).nullable(),
  direction: z.enum(DIRECTIONS),
  translated: z.boolean(),
  speechless: z.boolean(),
  rewritten: z.boolean(),
  premium: z.boolean(),
  premium_until: moment.nullable(),
};

/**
 * The changes to a comic at once; what is left out stays. `terms` replaces the terms of each kind it names, `translations` each locale,
 * `relations`, `links` and `official_links` all of them. `links` are ids, or addresses of works, by service. Who adds a relation must be allowed to edit both comics; either's editor takes it away. It is a change of both.
 */
export const ComicChanges = z
  .object({
    title,
    alternative_title: line,
    description: long,
    /** The former one leads to it from then on. */
    slug: typedSlug,
    linkcode: line,
    ...plainFields,
    released_on: z.iso.date().nullable(),
    work_key: line,
    uploaded_at: moment,
    translations: z.partialRecord(z.enum(LOCALES), z.object({ title: line, description: long }).nullable()),
    terms: WantedTerms,
    relations: z
      .array(z.object({ kind: z.enum(RELATION_KINDS), id: z.int().min(1).max(2_147_483_647) }))
      .max(MAX_RELATIONS),
    links: LinkEdits,
    official_links: OfficialLinkEdits,
    locked: z.array(z.enum(LOCKABLE)).max(LOCKABLE.length),
  })
  .partial();
export type ComicChanges = z.infer<typeof ComicChanges>;

/** Body of `PATCH /api/admin/comics/{slug}`. @see EditConflict for what is answered where `version` is not the newest. */
export const ComicEdit = z.object({ version: z.int(), changes: ComicChanges });
export type ComicEdit = z.infer<typeof ComicEdit>;

/** 409: someone else changed it meanwhile. `current` is how it is now. */
export const EditConflict = z.object({
  message: z.string(),
  code: z.literal('edit-conflict'),
  current: AdminComic,
});
export type EditConflict = z.infer<typeof EditConflict>;

/** Body of `POST /api/admin/comics`: an empty draft. */
export const NewComic = z.object({
  title,
  language: z.string().max(35).nullable().default(null),
  oneshot: z.boolean().default(true),
});

/**
 * Body of `POST /api/admin/comics/{slug}/state`. `publish` with `at` in the future schedules; `draft` takes a comic back
 * out of sight, also from its schedule; `remove` leaves a tombstone (451) with the reason; `restore` brings a removed one
 * back as it was. `incomplete` says that it may be shown without the pages that it lacks; without it, 409
 * `comic-pages-missing` or `comic-pages-fewer` says which these are.
 */
export const StateChange = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('publish'),
    version: z.int(),
    at: moment.nullable().default(null),
    incomplete: z.boolean().default(false),
  }),
  z.object({ action: z.literal('unlist'), version: z.int(), incomplete: z.boolean().default(false) }),
  z.object({ action: z.literal('draft'), version: z.int() }),
  z.object({ action: z.literal('remove'), version: z.int(), reason: z.string().trim().min(1).max(2_000) }),
  z.object({ action: z.literal('restore'), version: z.int() }),
]);
export type StateChange = z.infer<typeof StateChange>;

/** One change of a field. Values are as the editor has them: texts, numbers, lists of terms; `field` is a message key's last part. */
export const FieldChange = z.object({ field: z.string(), before: z.json(), after: z.json() });
export type FieldChange = z.infer<typeof FieldChange>;
/** The origin of a saved change. */
export const REVISION_SOURCES = ['edit', 'bulk', 'restore', 'state', 'cover', 'chapters', 'undo', `import`] as const;
/** One saved change of a comic. `restorable` says whether its `before` can be brought back by `POST …/revisions/{id}/restore`. */
export const Revision = z.object({
  id: z.int(),
  source: z.enum(REVISION_SOURCES),
  by: Someone.nullable(),
  at: z.string(),
  changes: z.array(FieldChange),
  restorable: z.boolean(),
});
export type Revision = z.infer<typeof Revision>;
export const RevisionPage = pageSchema(Revision);
export type RevisionPage = z.infer<typeof RevisionPage>;
/** Body of a restore: the comic's fields become what they were before (`before`) or after (`after`) that change. */
export const RevisionRestore = z.object({ version: z.int(), to: z.enum(['before', 'after']).default('before') });
