import { z } from 'zod';
import { EDITABLE_PAGES, RECORD_PAGES, MAX_PAGE_TEXT, MAX_PAGE_TITLE } from './editable-pages.ts';
import { LOCALES } from './locales.ts';

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
export const SitePageLink = SitePage.pick({ title: true }).extend({ slug: z.enum([...EDITABLE_PAGES, ...RECORD_PAGES]) });
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
