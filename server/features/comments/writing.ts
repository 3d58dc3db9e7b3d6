import { MAX_COMMENT_LENGTH, MAX_COMMENT_LINKS } from '#contract/comments.ts';
import { Problem, problem } from '#contract/problems.ts';
import { withTransaction, type Db, type Tx } from '#server/db/database.ts';
import { filterTexts } from '#server/db/queries/word-filters.ts';
import type { Deps } from '#server/deps.ts';
import { getRating, rate, requireUnlocked } from '#server/features/library/public/queries-ratings.ts';
import { emitWebhooks } from '#server/features/webhooks/public/webhook-events.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { normalise } from '#server/search/normalise.ts';
import type { FilterVerdict } from '#server/search/text-filter.ts';
import { renderComment, RENDERER_VERSION } from './public/markdown.ts';
import {
  before,
  eraseComment,
  findRequested,
  hasBlockedWord,
  insertComment,
  membersAmong,
  rewriteComment,
  voteOn,
  type Before,
  type NewCommentRow,
} from './queries-writing.ts';
import { findReview } from './queries-reviews.ts';
import { findCommentRow, type CommentRow } from './public/queries-comments.ts';
import { cleanText, commentLength, placeUnder } from './public/rules.ts';
import type { Subject } from './subjects.ts';
import { notifyAbout } from './public/notify-about.ts';

/** Edits a member may make in an hour. */
const EDITS_PER_HOUR = 60;

/**
 * Writes a comment, and tells whom it answers and mentions. What the operator's rules
 * say of its words and links is done: it is refused, held back, or they are masked.
 *
 * @param requestKey the `Idempotency-Key` of the call: the same call again gives the same comment.
 * @throws Problem `verification-required`, `request-invalid`, `text-refused`, `comment-too-many-links`, `comment-not-found` (what it answers),
 * `comment-repeated`, `comments-too-many` with the seconds to wait; of a review `reviews-locked`, `review-exists`, `scores-too-many`.
 */
export async function postComment(
  { db }: Pick<Deps, 'db'>,
  viewing: RequestContext,
  subject: Subject,
  draft: Draft,
  requestKey: string | null,
): Promise<PostResult> {
  const author = requireSpeaker(viewing);
  const words = await prepare(db, draft.text);
  const { text } = words;
  const asked = { text, normalised: normalise(text), thread: subject.thread, parent: draft.parent_id, requestKey };
  const known = await before(db, author, asked);
  if (known.same !== null) return { same: known.same };
  if (known.repeated) throw problem('comment-repeated');
  if (known.parent === null && draft.parent_id !== null) throw problem('comment-not-found');
  const isReview = subject.kind === 'reviews' && draft.parent_id === null;
  const write = async (on: Db) => {
    const score = subject.kind === 'reviews' ? await beginReview(on, author, subject.id, draft) : null;
    return writeComment(on, viewing, author, subject, draft.parent_id, words, requestKey, known, score);
  };
  // By itself where that is enough: a transaction would hold the thread, and everyone who writes in it, for longer. Where
  // comments are counted, the same call that comes twice at once waits for the first in the count.
  const isAlone =
    !isReview &&
    draft.parent_id === null &&
    words.mentions.length === 0 &&
    !known.listened &&
    (requestKey === null || countedWindows(viewing).length === 0);
  try {
    return { row: await (isAlone ? write(db) : withTransaction(db, write)) };
  } catch (error) {
    const same = requestKey === null ? null : await findRequested(db, author, requestKey);
    if (same !== null) return { same };
    // Two calls at once: the index lets one of them through.
    throw isReview && (error as { constraint?: string }).constraint === 'comments_review'
      ? problem('review-exists')
      : error;
  }
}

/** A comment as its author sends it; a review has a score. */
export interface Draft {
  text: string;
  parent_id: number | null;
  score?: number | undefined;
}

/** A comment that was written now, or `same`: the one that the same call wrote before. */
export type PostResult = { row: CommentRow } | { same: number };

interface Words {
  text: string;
  html: string;
  rendered: number;
  mentions: string[];
  held: boolean;
}

async function writeComment(
  db: Db,
  viewing: RequestContext,
  author: number,
  subject: Subject,
  answered: number | null,
  { held, ...words }: Words,
  requestKey: string | null,
  known: Before,
  score: number | null,
): Promise<CommentRow> {
  const { parent, id, created_at } = known;
  const blocked = known.blocked || held;
  await countComment(db, viewing, author);
  const row = {
    id,
    ...words,
    user_id: author,
    parent_id: answered,
    state: blocked ? 'held' : 'shown',
    ...(parent ? placeUnder(parent) : { root_id: null, under_id: null, depth: 0 }),
    ...subjectColumns(subject),
  } as const;
  if (!blocked && db.isTransaction) {
    await notifyAbout(db as Tx, row);
  }
  if (known.listened) {
    await notifyOfComment(db as Tx, row, subject.comic, known.author?.username ?? '');
  }
  // Last, because from here on everyone else who writes in this thread waits.
  await insertComment(db, { ...row, request_key: requestKey });
  return {
    ...row,
    thread: subject.thread,
    created_at,
    user: known.author,
    reply_to: parent?.username ?? null,
    replies: 0,
    points: 0,
    score,
    edited: false,
    vote: 0,
    reactions: null,
    reaction: null,
    blocked: false,
  };
}

function subjectColumns({
  kind,
  id,
}: Subject): Record<'comic_id' | 'term_id' | 'chapter_id' | 'review_of', number | null> {
  return {
    comic_id: kind === 'comics' ? id : null,
    chapter_id: kind === 'chapters' ? id : null,
    review_of: kind === 'reviews' ? id : null,
    term_id: kind === 'comics' || kind === 'chapters' || kind === 'reviews' ? null : id,
  };
}

/** Checks that a review, or an answer to one, may be written, and keeps the score as its author's. @returns it; null of an answer. */
async function beginReview(tx: Db, author: number, comic: number, draft: Draft): Promise<number | null> {
  if (draft.parent_id !== null) {
    if (draft.score !== undefined) throw new Problem('request-invalid', {}, { score: [{ rule: 'invalid' }] });
    await requireUnlocked(tx, comic);
    return null;
  }
  if ((await findReview(tx, author, comic)) !== null) throw problem('review-exists');
  if (draft.score !== undefined) {
    await rate(tx, author, comic, draft.score);
    return draft.score;
  }
  await requireUnlocked(tx, comic);
  const { score } = await getRating(tx, author, comic);
  if (score === null) throw new Problem('request-invalid', {}, { score: [{ rule: 'required' }] });
  return score;
}

/** Tells webhooks of a comment that is being written. @param comic the one whose chapter it is on. */
async function notifyOfComment(
  tx: Tx,
  { id, comic_id, term_id, chapter_id, review_of, user_id, text, state }: Omit<NewCommentRow, 'request_key'>,
  comic: Subject['comic'],
  username: string,
): Promise<void> {
  await emitWebhooks(tx, 'comment.created', {
    comment_id: id,
    comic_id: comic?.id ?? comic_id ?? review_of,
    ...(chapter_id === null ? {} : { chapter_id }),
    ...(review_of === null ? {} : { review: true as const }),
    term_id,
    user: { id: user_id, username },
    text,
    state,
  });
}

/**
 * Changes what a comment of the caller says.
 *
 * @throws Problem `verification-required`, `request-invalid`, `comment-too-many-links`, `comments-too-many`; `not-allowed`
 * where it is another's, `comment-not-found` where it is gone; with a score of a review `reviews-locked`, `scores-too-many`.
 */
export async function editComment(
  { db }: Pick<Deps, 'db'>,
  viewing: RequestContext,
  id: number,
  { text, score }: { text: string; score?: number | undefined },
): Promise<void> {
  const author = requireSpeaker(viewing);
  const { review_of: reviewed, root_id: root } = await requireOwn(db, author, id);
  if (score !== undefined && (reviewed === null || root !== null)) {
    throw new Problem('request-invalid', {}, { score: [{ rule: 'invalid' }] });
  }
  const words = await prepare(db, text);
  const written = { ...words, held: words.held || (await hasBlockedWord(db, normalise(words.text))) };
  const seconds = await throttle(db, `comment-edit ${author}`, EDITS_PER_HOUR, 3600);
  if (seconds !== null) throw problem('comments-too-many', { seconds });
  const write = async (on: Db) => {
    if (score !== undefined && reviewed !== null) {
      await rate(on, author, reviewed, score);
    }
    if (!(await rewriteComment(on, id, author, written))) throw problem('comment-not-found');
  };
  await (score === undefined ? write(db) : withTransaction(db, write));
}

/** Takes a comment of the caller away for good; what answers it stays. @throws Problem `not-allowed`, `comment-not-found`. */
export async function deleteComment({ db }: Pick<Deps, 'db'>, author: number, id: number): Promise<void> {
  await requireOwn(db, author, id);
  if (!(await eraseComment(db, id, author))) throw problem('comment-not-found');
}

/**
 * Sets the caller's vote on a comment; 0 takes it back.
 *
 * @returns the points it has now.
 * @throws Problem `verification-required`, `comment-own`, `comment-not-found`.
 */
export async function voteOnComment(
  { db }: Pick<Deps, 'db'>,
  viewing: RequestContext,
  row: CommentRow,
  value: -1 | 0 | 1,
): Promise<number> {
  const voter = requireSpeaker(viewing);
  if (row.user_id === voter) throw problem('comment-own');
  const points = await voteOn(db, row.id, voter, value);
  if (points === null) throw problem('comment-not-found');
  return points;
}

/** The look of a text, as HTML. @throws Problem as for writing it. */
export async function previewComment({ db }: Pick<Deps, 'db'>, text: string): Promise<string> {
  return (await renderDraft(db, checkDraft(text))).html;
}

/** A member's text, as the site's rules let it through and as it looks. @throws Problem as for writing it. */
async function prepare(db: Db, draft: string): Promise<Words> {
  const { text, held } = await filterDraft(db, checkDraft(draft));
  return { text, held, ...(await renderDraft(db, text)), rendered: RENDERER_VERSION };
}

/** A text as the site's rules for words and links let it through. @throws Problem `text-refused`. */
async function filterDraft(db: Db, draft: string): Promise<{ text: string; held: boolean }> {
  const [{ action, text }] = (await filterTexts(db, [draft])) as [FilterVerdict];
  if (action === 'refuse') throw problem('text-refused');
  return { text, held: action === 'hold' };
}

function checkDraft(draft: string): string {
  const text = cleanText(draft);
  if (text === '') throw new Problem('request-invalid', {}, { text: [{ rule: 'required' }] });
  if (commentLength(text) > MAX_COMMENT_LENGTH) {
    throw new Problem('request-invalid', {}, { text: [{ rule: 'max-length', params: { max: MAX_COMMENT_LENGTH } }] });
  }
  return text;
}

async function renderDraft(db: Db, text: string): Promise<{ html: string; mentions: string[] }> {
  const first = renderComment(text);
  if (first.links > MAX_COMMENT_LINKS) throw problem('comment-too-many-links', { most: MAX_COMMENT_LINKS });
  const mentions = await membersAmong(db, first.mentioned);
  return { html: mentions.length > 0 ? renderComment(text, mentions).html : first.html, mentions };
}

/** How many comments a member may write in how many seconds, by the limits of the site that are set. */
function countedWindows({ site: { limits } }: RequestContext): { most: number; seconds: number }[] {
  return [
    { most: limits.commentSeconds > 0 ? 1 : 0, seconds: limits.commentSeconds },
    { most: limits.commentsPerHour, seconds: 3600 },
  ].filter(({ most }) => most > 0);
}

/** Counts a comment against the limits of the site. */
async function countComment(db: Db, viewing: RequestContext, author: number): Promise<void> {
  for (const { most, seconds } of countedWindows(viewing)) {
    const wait = await throttle(db, `comment ${author} ${seconds}`, most, seconds);
    if (wait !== null) throw problem('comments-too-many', { seconds: wait });
  }
}

/** The member who asks, whose address is known to be theirs. @throws Problem `sign-in-required`, `verification-required`. */
export function requireSpeaker({ viewer }: RequestContext): number {
  if (viewer.id === null) throw problem('sign-in-required');
  if (!viewer.verified) throw problem('verification-required');
  return viewer.id;
}

async function requireOwn(db: Db, author: number, id: number): Promise<CommentRow> {
  const row = await findCommentRow(db, author, id);
  if (
    row === null ||
    row.state === 'hidden' ||
    row.state === 'deleted' ||
    (row.state === 'held' && row.user_id !== author)
  ) {
    throw problem('comment-not-found');
  }
  if (row.user_id !== author) throw problem('not-allowed');
  return row;
}
