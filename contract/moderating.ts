/** The kinds of items in the moderators' queue: reports about one thing, comments held back, first works of uploaders, notices of takedown. */
export const QUEUE_KINDS = ['report', 'comment', 'review', 'takedown'] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

/** Everything that can be decided. */
export const ACTS = ['dismiss', 'uphold', 'remove', 'unlist', 'rating', 'show', 'hide', 'delete', 'ban', 'approve', 'refuse', 'takedown', 'reject', 'restore'] as const;
export type Act = (typeof ACTS)[number];
/** Actions against a work or a member: it needs a statement of reasons. */
export const ADVERSE_ACTIONS: readonly Act[] = ['remove', 'unlist', 'rating', 'hide', 'delete', 'ban', 'refuse', 'takedown'];

/** A rule for words or links. In a pattern of words `*` stands for any letters of one word; a link is the name of a host. */
export const FILTER_RULES = ['word', 'link'] as const;
export const FILTER_ACTIONS = ['hold', 'mask', 'refuse'] as const;
export type FilterAction = (typeof FILTER_ACTIONS)[number];

/** The scopes and states of a notice of takedown. */
export const TAKEDOWN_SCOPES = ['comic', 'language', 'chapter', 'page'] as const;
export type TakedownScope = (typeof TAKEDOWN_SCOPES)[number];
export const TAKEDOWN_STATES = ['open', 'upheld', 'rejected', 'countered', 'restored'] as const;
export type TakedownState = (typeof TAKEDOWN_STATES)[number];

export const USER_ROLES = ['user', 'uploader', 'moderator', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];
/** How an account stands; `unverified` has not shown that its address is theirs. */
export const USER_STATES = ['active', 'unverified', 'banned', 'deleted'] as const;
export type UserState = (typeof USER_STATES)[number];
export const USER_SORTS = ['created_at', 'username', 'seen_at', 'comments'] as const;
export type UserSort = (typeof USER_SORTS)[number];
