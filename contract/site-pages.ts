import { z } from 'zod';
import { LOCALES } from './locales.ts';

/** The pages whose text an operator writes; `welcome` stands on the landing page. */
export const EDITABLE_PAGES = ['welcome', 'about', 'terms', 'privacy', 'rules', 'dmca', 'contact'] as const;
export type EditablePage = (typeof EDITABLE_PAGES)[number];

/** Those that have an address of their own. */
export const ADDRESSED_PAGES = [
  'about',
  'terms',
  'privacy',
  'rules',
  'dmca',
  'contact',
] as const satisfies readonly EditablePage[];

/** Those that have a text of their own until an operator writes one. */
export const TEMPLATE_PAGES = [
  'terms',
  'privacy',
  'rules',
  'dmca',
  'contact',
] as const satisfies readonly EditablePage[];

/** Pages that the site writes itself, of what moderators did: the log of takedowns, and figures. */
export const RECORD_PAGES = ['takedowns', 'transparency'] as const;

/** Most letters of a title, and of a text: more than any terms of use have, and no more than what is made HTML of between two answers. */
export const MAX_PAGE_TITLE = 120;
export const MAX_PAGE_TEXT = 50_000;

/** A page of the operator's, as readers get it. */
export const SitePage = z.object({
  slug: z.enum(EDITABLE_PAGES),
  /** Whose words these are: the reader's language where it was written in it, else another. */
  locale: z.enum(LOCALES),
  title: z.string(),
  /** Safe. */
  html: z.string(),
  /** Null for the text that stands there until the operator writes their own. */
  updated_at: z.string().nullable(),
});
export type SitePage = z.infer<typeof SitePage>;

/** `GET /api/pages`: which pages there are, those that the site writes itself at the end, with their titles in the reader's language. */
export const SitePageLink = SitePage.pick({ title: true }).extend({
  slug: z.enum([...EDITABLE_PAGES, ...RECORD_PAGES]),
});
export type SitePageLink = z.infer<typeof SitePageLink>;

/** A page in one language, as admins write it; `version` 0: not written yet. */
export const PageText = z.object({
  slug: z.enum(EDITABLE_PAGES),
  locale: z.enum(LOCALES),
  title: z.string(),
  text: z.string(),
  version: z.int(),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
  /** The text that stands there until it is written: to begin from. */
  template: z.object({ title: z.string(), text: z.string() }).nullable().optional(),
});
export type PageText = z.infer<typeof PageText>;

/** The saved text, and the version it began from; an empty text takes the page away in that language. */
export const PageEdit = z.object({
  title: z.string().trim().max(MAX_PAGE_TITLE),
  text: z.string().trim().max(MAX_PAGE_TEXT),
  version: z.int().min(0),
  /** Of the terms: whether members are asked to accept them anew. */
  ask_again: z.boolean().default(false),
});
export type PageEdit = z.input<typeof PageEdit>;

/** How a text will look. */
export const PagePreview = z.object({ text: z.string().max(MAX_PAGE_TEXT) });
export const PagePreviewed = z.object({ html: z.string() });
export type PagePreviewed = z.infer<typeof PagePreviewed>;
