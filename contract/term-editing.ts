import { z } from 'zod';
import { ORDERS } from './comics.ts';
import { LOCALES } from './locales.ts';
import { pageSchema, paging } from './paging.ts';
import { GENDERS, TERM_KINDS, TermRef } from './taxonomy.ts';

/** The filters of a kind: all, those no published comic has, those that are forbidden. */
export const TERM_FILTERS = ['all', 'unused', 'forbidden'] as const;

export const TERM_SORTS = ['comics_count', 'name', 'updated_at'] as const;
export type TermSort = (typeof TERM_SORTS)[number];

/** Most letters of a name, and most further names of a term. */
export const MAX_NAME_LENGTH = 200;
export const MAX_ALIASES = 100;
/** Most bytes of a term's picture: 10 MiB. */
export const TERM_PICTURE_BYTES = 10 * 1024 * 1024;

const name = z.string().trim().min(1).max(MAX_NAME_LENGTH);

/** A term by its id, or by a name: one that does not exist is made. */
export const WantedTerm = z.union([
  z.object({ id: z.int().min(1) }),
  z.object({ name: z.string().trim().min(1).max(200) }),
]);
export type WantedTerm = z.infer<typeof WantedTerm>;

/** A term as admins look after it: every kind has the same fields, those it does not use are null. */
export const AdminTerm = z.object({
  id: z.int(),
  kind: z.enum(TERM_KINDS),
  slug: z.string(),
  name: z.string(),
  translations: z.array(z.object({ locale: z.enum(LOCALES), name: z.string() })),
  aliases: z.array(z.string()),
  color: z.string().nullable(),
  gender: z.enum(GENDERS).nullable(),
  hair: z.string().nullable(),
  code: z.string().nullable(),
  icon: z.string().nullable(),
  image_url: z.string().nullable(),
  /** Published ones. */
  comics_count: z.int(),
  forbidden: z.boolean(),
  /** The term that its comics are being given. */
  merging_into: TermRef.nullable(),
  version: z.int(),
  updated_at: z.string(),
});
export type AdminTerm = z.infer<typeof AdminTerm>;
export const AdminTermPage = pageSchema(AdminTerm);

export const AdminTermQuery = z.object({
  q: z.string().trim().max(200).default(''),
  show: z.enum(TERM_FILTERS).default('all'),
  sort: z.enum(TERM_SORTS).default('comics_count'),
  order: z.enum(ORDERS).optional(),
  ...paging,
});
export type AdminTermQuery = z.infer<typeof AdminTermQuery>;

/** The fields of a term; what is absent stays. */
export const TermChanges = z.object({
  name: name.optional(),
  /** The former one goes on leading here. */
  slug: z.string().trim().min(1).max(200).optional(),
  /** Names in other locales; null takes one away. */
  translations: z.partialRecord(z.enum(LOCALES), name.nullable()).optional(),
  /** All further names that lead here. */
  aliases: z.array(name).max(MAX_ALIASES).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable()
    .optional(),
  gender: z.enum(GENDERS).nullable().optional(),
  hair: z.string().trim().max(40).nullable().optional(),
  /** BCP 47, of languages. */
  code: z.string().trim().max(35).nullable().optional(),
  /** Which flag a language has. */
  icon: z.string().trim().max(20).nullable().optional(),
});
export type TermChanges = z.infer<typeof TermChanges>;

export const NewTerm = TermChanges.extend({ name });
export type NewTerm = z.infer<typeof NewTerm>;

/** A change, and the version it began from. */
export const TermEdit = TermChanges.extend({ version: z.int() });
export type TermEdit = z.infer<typeof TermEdit>;

/** The term of the same kind that takes the place of this one everywhere. */
export const TermMerge = z.object({ into: z.int().min(1) });
/** Whether comics may have it; one that is forbidden is taken from those that do. */
export const TermForbid = z.object({ forbidden: z.boolean() });
