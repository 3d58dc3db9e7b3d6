import { z } from 'zod';
import { pageSchema, paging } from './paging.ts';

/** Every kind of term, in the singular, as the database stores it. */
export const TERM_KINDS = [
  'tag',
  'group',
  'parody',
  'relationship',
  'character',
  'artist',
  'author',
  'language',
  'category',
  'genre',
  'publisher',
  'platform',
] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** The plural of each kind: its path in the API, its feature in the configuration, its parameter in `/api/comics`. */
export const KIND_PATHS = {
  tag: 'tags',
  group: 'groups',
  parody: 'parodies',
  relationship: 'relationships',
  character: 'characters',
  artist: 'artists',
  author: 'authors',
  language: 'languages',
  category: 'categories',
  genre: 'genres',
  publisher: 'publishers',
  platform: 'platforms',
} as const satisfies Record<TermKind, string>;
export type KindPath = (typeof KIND_PATHS)[TermKind];

/** The kinds `/api/comics` filters by: the nine of api-contract, "Comics", and those of which only our own site has pages. */
export const FILTER_KINDS = [
  'tag',
  'group',
  'parody',
  'relationship',
  'character',
  'artist',
  'author',
  'category',
  'language',
  'genre',
  'publisher',
  'platform',
] as const satisfies readonly TermKind[];

/** Genders a character, artist or author can have; translated through `taxonomy.gender.<value>`. */
export const GENDERS = ['female', 'male', 'nonbinary', 'unknown'] as const;

/** A term as other entities mention it. */
export const TermRef = z.object({ id: z.int(), name: z.string(), slug: z.string() });
export type TermRef = z.infer<typeof TermRef>;

/** A tag as a comic mentions it. `color` is `#rrggbb` or null. */
export const TagRef = TermRef.extend({ color: z.string().nullable() });
export type TagRef = z.infer<typeof TagRef>;

/** A language as a comic mentions it. `code` is BCP 47 and says which language; `icon` names a flag. */
export const LanguageRef = TermRef.extend({ code: z.string().nullable(), icon: z.string().nullable() });
export type LanguageRef = z.infer<typeof LanguageRef>;

/** A term as its list and its own page show it; the fields after `comics_count` depend on the kind. */
export const Term = TermRef.extend({
  comics_count: z.int(),
  color: z.string().nullable().optional(),
  image_url: z.string().nullable().optional(),
  gender: z.enum(GENDERS).nullable().optional(),
  hair: z.string().nullable().optional(),
  icon: z.string().nullable().optional(),
  code: z.string().nullable().optional(),
});
export type Term = z.infer<typeof Term>;

/** One term, with what its own page adds. `name_original` is the untranslated name. */
export const TermDetail = Term.extend({
  name_original: z.string(),
  /** That are shown, replies included; 0 for kinds nobody can comment on. */
  comments_count: z.int(),
  translations: z.array(z.object({ locale: z.string(), name: z.string() })),
  aliases: z.array(z.string()),
});
export type TermDetail = z.infer<typeof TermDetail>;

/** Where a letter begins in the whole list, counted from 1. */
export const LetterStart = z.object({ letter: z.string(), from: z.int().min(1) });
export type LetterStart = z.infer<typeof LetterStart>;

/** One page of a list of terms. `letters` are there when they were asked for, of a whole list by name. */
export const TermPage = pageSchema(Term).extend({ letters: z.array(LetterStart).optional() });
export type TermPage = z.infer<typeof TermPage>;

/** Query of `GET /api/{kind}`. `landing` changes the answer to a plain array, `letters` adds where each letter begins. */
export const TermQuery = z.object({
  q: z.string().max(200).default(''),
  sort: z.enum(['comics_count', 'name']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  landing: z.stringbool().default(false),
  letters: z.stringbool().default(false),
  ...paging,
});
export type TermQuery = z.infer<typeof TermQuery>;
