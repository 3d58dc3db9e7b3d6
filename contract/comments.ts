import { z } from 'zod';
import { PublicUser } from './accounts.ts';
import { REACTIONS, ReactionCounts } from './reactions.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE, pageSchema, paging } from './paging.ts';

/** The kinds of pages that can be commented on, beside chapters: the path in the API, and in the singular on the site. */
export const COMMENT_TARGETS = ['comics', 'characters', 'artists', 'authors'] as const;
export type CommentTargetKind = (typeof COMMENT_TARGETS)[number];

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

/** The rights of the caller on a comment. */
export const CommentRights = z.object({
  reply: z.boolean(),
  vote: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  report: z.boolean(),
  block: z.boolean(),
  /** Hide it, show it again, delete it, with a reason. */
  moderate: z.boolean(),
});
export type CommentRights = z.infer<typeof CommentRights>;

const own = {
  id: z.int(),
  /** Names it in the address of its page: `comic/{slug}/comments/{identifier}`, of a chapter `comic/{slug}/{chapter}/comments/{identifier}`. */
  identifier: z.string(),
  /** As it was written; empty where it is hidden, deleted or held back from the caller. */
  text: z.string(),
  /** The same as safe HTML in the reader's language; empty as well. Links stand in `a[rel]`, spoilers in `details.spoiler`. */
  html: z.string(),
  state: z.enum(COMMENT_STATES),
  points: z.int(),
  edited: z.boolean(),
  /** Of a review: the score its author gives the comic by now; null without one, and of all else. */
  score: z.int().nullable(),
  /** The caller's own vote. */
  vote: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  /** Empty of one that is not shown, and where the site has none. */
  reactions: ReactionCounts,
  /** The caller's own. */
  reaction: z.enum(REACTIONS).nullable(),
  /** Null where the account is deleted, and of a comment that is hidden or deleted. */
  user: PublicUser.nullable(),
  mine: z.boolean(),
  created_at: z.string(),
  /** The comment it answers; null at the top. */
  parent_id: z.int().nullable(),
  /** Whom it answers; null at the top, and where that is not shown. */
  reply_to: z.string().nullable(),
  /** 0 at the top, at most 3. */
  depth: z.int(),
  /** Replies that are shown, over all levels; 0 but at the top. */
  replies_count: z.int(),
  can: CommentRights,
};

/** A comment by itself: its replies are pages of their own. */
export const FlatComment = z.object({ ...own, replies: z.array(z.never()) });
export type FlatComment = z.infer<typeof FlatComment>;

/**
 * A comment (decisions, "Programs, addresses, limits"). The replies of one at the top are its 20 oldest, oldest first,
 * each inside what it answers, deeper than 3 beside it; `comments/{id}/replies` has them all.
 */
export const Comment = withReplies(withReplies(withReplies(FlatComment)));
export interface Comment extends Omit<FlatComment, 'replies'> {
  replies: Comment[];
}

function withReplies<Reply extends z.ZodType>(reply: Reply) {
  return z.object({ ...own, replies: z.array(reply) });
}

/** The subject of a comment; `reviews`: a comic that is reviewed. */
export const CommentSubject = z.object({
  kind: z.enum([...COMMENT_TARGETS, 'chapters', 'reviews']),
  id: z.int(),
  slug: z.string(),
  /** In the reader's language; of a chapter its number and name. */
  title: z.string(),
  /** The comic of a chapter; null of all else. */
  comic: z.object({ id: z.int(), slug: z.string(), title: z.string() }).nullable(),
});
export type CommentSubject = z.infer<typeof CommentSubject>;

/** A page of what stands at the top. */
export const CommentPage = pageSchema(Comment).extend({
  /** All that are shown, replies included. */
  comments: z.int(),
  /** Grows with every change of these comments: what `live` tells. */
  version: z.int(),
  /** Grows with every reaction to one of them: `live` tells that as well, some seconds later. */
  reacted: z.int(),
  /** The comment that was asked for with `comment`, where it is on this page. */
  marked: z.int().nullable(),
  subject: CommentSubject,
});
export type CommentPage = z.infer<typeof CommentPage>;

/** How many comments there are, without them. */
export const CommentCount = CommentPage.pick({ comments: true, version: true });
export type CommentCount = z.infer<typeof CommentCount>;

/** Pages of replies, oldest first, none inside another. */
export const ReplyPage = pageSchema(FlatComment);
export type ReplyPage = z.infer<typeof ReplyPage>;

/** A comment away from what it stands under. */
export const PlacedComment = FlatComment.extend({ subject: CommentSubject });
export type PlacedComment = z.infer<typeof PlacedComment>;
export const PlacedCommentPage = pageSchema(PlacedComment);
export type PlacedCommentPage = z.infer<typeof PlacedCommentPage>;

/** Query of a list of comments; without `page` the one that has `comment`. */
export const CommentQuery = z.object({
  sort: z.enum(COMMENT_SORTS).default('top'),
  page: paging.page.removeDefault().optional(),
  per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(DEFAULT_PER_PAGE),
  comment: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type CommentQuery = z.infer<typeof CommentQuery>;

/** The text: 1 to 5,000 characters, which are counted after normalising; how many bytes come is limited before. */
const text = z.string();
export const NewComment = z.object({ text, parent_id: z.int().min(1).nullable().default(null) });
/** `score`: of a review at the top. */
export const CommentText = z.object({ text, score: z.int().min(1).max(10).optional() });
export const Vote = z.object({ value: z.union([z.literal(-1), z.literal(0), z.literal(1)]) });

/** A vote as it counts now. */
export const Voted = z.object({ points: z.int(), vote: Vote.shape.value });
export type Voted = z.infer<typeof Voted>;
export const Preview = z.object({ html: z.string() });
export type Preview = z.infer<typeof Preview>;

/** Someone the caller does not want to hear. */
export const BlockedUser = PublicUser.extend({ blocked_at: z.string() });
export type BlockedUser = z.infer<typeof BlockedUser>;

/** A day as PostgreSQL knows it: there is no year 0. */
const day = z.iso.date().regex(/^(?!0000)/);

/** Most comments that a search of moderators counts and leads to. */
export const MAX_FOUND_COMMENTS = 10_000;
/** A text shorter than this is looked for in the newest `MAX_FOUND_COMMENTS` comments alone. */
export const MIN_SEARCHED_LETTERS = 3;

/**
 * The query of moderators: what waits for them (held back, or shown and reported), or all of a state; the newest first, at most
 * `MAX_FOUND_COMMENTS`.
 */
export const ModeratedQuery = z.object({
  state: z.enum(['queue', 'all', 'shown', 'held', 'hidden', 'deleted']).default('queue'),
  /** Only of this member. */
  user: z.string().max(100).optional(),
  /** A part of the text, in any case. */
  q: z.string().trim().max(100).optional(),
  /** Only on this: the number or slug of a comic, with its chapters, `artist/slug`, or the address of a page. */
  on: z.string().trim().max(500).optional(),
  /** From this day to that one, both included, in UTC. */
  since: day.optional(),
  until: day.optional(),
  ...paging,
});
export type ModeratedQuery = z.infer<typeof ModeratedQuery>;

/** A comment as moderators see it: with its text in every state. */
export const ModeratedComment = PlacedComment.extend({
  /** Open reports of it. */
  reports: z.int(),
  /** Why it was last hidden, shown or deleted. */
  reason: z.string().nullable(),
});
export type ModeratedComment = z.infer<typeof ModeratedComment>;
export const ModeratedCommentPage = pageSchema(ModeratedComment);

export const Moderation = z.object({
  state: z.enum(['shown', 'hidden', 'deleted']),
  reason: z.string().trim().max(500).default(''),
});
/** `until` is when a ban ends by itself; null: never. */
export const Ban = z.object({
  reason: z.string().trim().min(1).max(500),
  until: z.iso.datetime({ offset: true }).nullable().default(null),
});
export const Banned = z.object({
  username: z.string(),
  banned_at: z.string().nullable(),
  banned_until: z.string().nullable(),
  banned_reason: z.string().nullable(),
});
export type Banned = z.infer<typeof Banned>;
