/** The look of an announcement. */
export const ANNOUNCEMENT_LEVELS = ['info', 'warning'] as const;
/** Who is told. What members are told stands in the pages of everyone, unseen: it is no secret. What staff are told does not. */
export const AUDIENCES = ['everyone', 'members', 'staff'] as const;
/** Most letters of an announcement in a language, and announcements that are shown at once. */
export const [MAX_ANNOUNCEMENT_LENGTH, MAX_ANNOUNCEMENTS] = [1000, 5];
