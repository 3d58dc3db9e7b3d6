import { z } from 'zod';
import { EDITABLE_PAGES, MOST_PAGE_TEXT, MOST_PAGE_TITLE } from './editable-pages.ts';
import { LOCALES } from './locales.ts';

/** A page of the operator's, as readers get it. */
export const SitePage = z.object({
  slug: z.enum(EDITABLE_PAGES),
  /** Whose words these are: the reader's language where it was written in it, else another. */
  locale: z.enum(LOCALES),
  title: z.string(),
  /** Safe. */
  html: z.string(),
  updated_at: z.string(),
});
export type SitePage = z.infer<typeof SitePage>;

/** `GET /api/pages`: which pages there are, with their titles in the reader's language. */
export const SitePageLink = SitePage.pick({ slug: true, title: true });
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
});
export type PageText = z.infer<typeof PageText>;

/** What is saved, and the version it began from; an empty text takes the page away in that language. */
export const PageEdit = z.object({
  title: z.string().trim().max(MOST_PAGE_TITLE),
  text: z.string().trim().max(MOST_PAGE_TEXT),
  version: z.int().min(0),
});
export type PageEdit = z.infer<typeof PageEdit>;

/** How a text will look. */
export const PagePreview = z.object({ text: z.string().max(MOST_PAGE_TEXT) });
export const PagePreviewed = z.object({ html: z.string() });
export type PagePreviewed = z.infer<typeof PagePreviewed>;
