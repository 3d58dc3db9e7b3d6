import { problem } from '#contract/problems.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { findCommentRow, type CommentRow } from './public/queries-comments.ts';
import { readsFor, type Reading } from './routes-subjects.ts';
import { getSubject } from './subjects.ts';

/**
 * A comment that this viewer reaches: what it stands under is open to them, and it is not held back from them.
 *
 * @throws Problem `comment-not-found`, and as `getSubject`.
 */
export async function getReachable(deps: Reading, viewing: RequestContext, id: number): Promise<CommentRow> {
  const { id: viewer } = viewing.viewer;
  const row = await findCommentRow(readsFor(deps, viewing), viewer, id);
  if (row === null || (row.state === 'held' && (viewer === null || row.user_id !== viewer))) {
    throw problem('comment-not-found');
  }
  await getSubject(deps, viewing, row);
  return row;
}
