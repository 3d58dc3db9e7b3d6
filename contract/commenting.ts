/** The kinds of pages that can be commented on: the path in the API, and in the singular on the site. */
export const COMMENT_TARGETS = ['comics', 'characters', 'artists', 'authors'] as const;
export type Commented = (typeof COMMENT_TARGETS)[number];

export const COMMENT_SORTS = ['top', 'new', 'old'] as const;
export type CommentSort = (typeof COMMENT_SORTS)[number];

/** How a comment stands, to whoever asks; `blocked` is shown, but written by someone the caller does not want to hear. */
export const COMMENT_STATES = ['shown', 'blocked', 'held', 'hidden', 'deleted'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];

/** Most characters of a comment, normalised and trimmed (decisions, "Comments"). */
export const MAX_COMMENT_LENGTH = 5000;
/** Most addresses that a comment may lead to (security, S-51). */
export const MAX_COMMENT_LINKS = 2;
/** Replies stand inside what they answer so many levels deep; deeper ones stand beside each other (decisions, "Comments"). */
export const MAX_REPLY_DEPTH = 3;
/** Replies that come with a comment; the others are pages of `comments/{id}/replies`. */
export const REPLIES_PER_BATCH = 20;
