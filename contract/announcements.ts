import { z } from 'zod';
import { ANNOUNCEMENT_LEVELS, AUDIENCES, MAX_ANNOUNCEMENT_LENGTH } from './announcing.ts';
import { LOCALES } from './locales.ts';

/** Something the operator has to say, in the language asked for. */
export const Announcement = z.object({
  id: z.number().int(),
  /** Safe: the elements of comments. */
  html: z.string(),
  level: z.enum(ANNOUNCEMENT_LEVELS),
  audience: z.enum(AUDIENCES),
  dismissible: z.boolean(),
});
export type Announcement = z.infer<typeof Announcement>;

const Texts = z.partialRecord(z.enum(LOCALES), z.string().trim().min(1).max(MAX_ANNOUNCEMENT_LENGTH));

/** As admins write it: Markdown by language; who has none of their own reads that of the site's own language, else the first. */
export const AnnouncementDraft = z.object({
  texts: Texts,
  level: z.enum(ANNOUNCEMENT_LEVELS).default('info'),
  audience: z.enum(AUDIENCES).default('everyone'),
  dismissible: z.boolean().default(true),
  starts_at: z.iso.datetime({ offset: true }).nullable().default(null),
  ends_at: z.iso.datetime({ offset: true }).nullable().default(null),
});
export type AnnouncementDraft = z.infer<typeof AnnouncementDraft>;

/** An announcement with what it is made of. */
export const ManagedAnnouncement = z.object({
  id: z.number().int(),
  texts: z.partialRecord(z.enum(LOCALES), z.string()),
  /** The texts as plain text, without the signs of their Markdown, each on one line. */
  said: z.partialRecord(z.enum(LOCALES), z.string()),
  level: z.enum(ANNOUNCEMENT_LEVELS),
  audience: z.enum(AUDIENCES),
  dismissible: z.boolean(),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime().nullable(),
  state: z.enum(['scheduled', 'shown', 'over']),
});
export type ManagedAnnouncement = z.infer<typeof ManagedAnnouncement>;
