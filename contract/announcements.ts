import { z } from 'zod';
import { LOCALES } from './locales.ts';

/** The look of an announcement. */
export const ANNOUNCEMENT_LEVELS = ['info', 'warning'] as const;
/** Who is told. What members are told stands in the pages of everyone, unseen: it is no secret. What staff are told does not. */
export const AUDIENCES = ['everyone', 'members', 'staff'] as const;
/** Most letters of an announcement in a language, and announcements that are shown at once. */
export const [MAX_ANNOUNCEMENT_LENGTH, MAX_ANNOUNCEMENTS] = [1000, 5];

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
