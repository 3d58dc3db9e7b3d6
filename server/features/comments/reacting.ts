import { problem } from '#contract/problems.ts';
import { REACTIONS_PER_HOUR, type Reacted, type Reaction } from '#contract/reactions.ts';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { findCommentRow, type CommentRow } from './public/queries-comments.ts';
import { flatComment } from './public/serializers.ts';
import { chapterReactions, reactToChapter, reactToComment } from './queries-reactions.ts';
import type { Subject } from './subjects.ts';
import { requireSpeaker } from './writing.ts';

type Doors = Pick<Deps, 'db' | 'secret' | 'now'>;

/**
 * Sets the caller's reaction to a comment of another that is shown; null takes it back.
 *
 * @returns what it has now.
 * @throws Problem `verification-required`, `comment-own`, `comment-not-found`, `too-many-requests`.
 */
export async function reactOnComment(
  deps: Doors,
  viewing: RequestContext,
  row: CommentRow,
  reaction: Reaction | null,
): Promise<Reacted> {
  const member = requireSpeaker(viewing);
  if (row.user_id === member) throw problem('comment-own');
  if (row.state !== 'shown') throw problem('comment-not-found');
  await countReaction(deps, member);
  await reactToComment(deps.db, row.id, member, reaction);
  const now = await findCommentRow(deps.db, member, row.id);
  if (now?.state !== 'shown') throw problem('comment-not-found');
  const { reactions, reaction: own } = flatComment(deps, viewing, now);
  return { reactions, reaction: own };
}

/** Sets the caller's reaction to a chapter that they may read; null takes it back. @throws Problem `verification-required`, `too-many-requests`. */
export async function reactOnChapter(
  deps: Doors,
  viewing: RequestContext,
  { id }: Subject,
  reaction: Reaction | null,
): Promise<Reacted> {
  const member = requireSpeaker(viewing);
  await countReaction(deps, member);
  await reactToChapter(deps.db, id, member, reaction);
  return chapterReactions(deps.db, id, member);
}

async function countReaction({ db }: Doors, member: number): Promise<void> {
  const seconds = await throttle(db, `reaction ${member}`, REACTIONS_PER_HOUR, 3600);
  if (seconds !== null) throw problem('too-many-requests', { seconds });
}
