import type { CommentRights, FlatComment, Comment } from '#contract/comments.ts';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { publicUser } from '#server/http/public-user.ts';
import { translate } from '#server/i18n/translate.ts';
import { reactionCounts, reactionNamed } from './reaction-counts.ts';
import { labelSpoilers, renderComment, RENDERER_VERSION } from './markdown.ts';
import type { CommentRow } from './queries-comments.ts';
import { mayModerate } from './rules.ts';

type Signing = Pick<Deps, 'secret' | 'now'>;

/** A comment as its thread shows it, without its replies: nothing is said of one that is gone but that it was there. */
export function flatComment(deps: Signing, viewing: RequestContext, row: CommentRow): FlatComment {
  const gone = row.state === 'hidden' || row.state === 'deleted';
  return gone
    ? { ...openComment(deps, viewing, row), text: '', html: '', user: null, reply_to: null, score: null }
    : openComment(deps, viewing, row);
}

/** A comment as moderators see it: with its words and its author in every state. */
export function openComment(deps: Signing, viewing: RequestContext, row: CommentRow): FlatComment {
  const html = row.rendered === RENDERER_VERSION ? row.html : renderComment(row.text, row.mentions).html;
  const user = row.user && publicUser(deps, viewing, row.user);
  return {
    id: row.id,
    identifier: String(row.id),
    text: row.text,
    html: labelSpoilers(html, translate(viewing.locale, 'comments.text.spoiler')),
    state: row.state === 'shown' && row.blocked ? 'blocked' : row.state,
    points: row.points,
    score: row.score,
    edited: row.edited,
    vote: row.vote,
    ...reactionsTo(viewing, row),
    user,
    mine: isMine(viewing, row),
    created_at: row.created_at,
    parent_id: row.parent_id,
    reply_to: row.reply_to,
    depth: row.depth,
    replies_count: row.replies,
    can: rightsOn(viewing, row),
    replies: [],
  };
}

/** Comments at the top with the replies that are there, each inside what it is shown under; what is gone is left out where nothing answers it. */
export function commentTrees(deps: Signing, viewing: RequestContext, rows: readonly CommentRow[]): Comment[] {
  const tops: Comment[] = [];
  const byId = new Map<number, Comment>();
  for (const row of rows) {
    const comment: Comment = flatComment(deps, viewing, row);
    byId.set(row.id, comment);
    const home = row.root_id === null ? null : (byId.get(row.under_id ?? row.root_id) ?? byId.get(row.root_id));
    (home ? home.replies : tops).push(comment);
  }
  for (const top of tops) {
    prune(top);
  }
  return tops;
}

function reactionsTo({ site }: RequestContext, row: CommentRow): Pick<FlatComment, 'reactions' | 'reaction'> {
  return row.state === 'shown' && site.features.includes('reactions')
    ? { reactions: reactionCounts(row.reactions), reaction: reactionNamed(row.reaction) }
    : { reactions: {}, reaction: null };
}

/** The rights of the caller on a comment. */
function rightsOn(viewing: RequestContext, row: CommentRow): CommentRights {
  const { viewer } = viewing;
  const mine = isMine(viewing, row);
  const shown = row.state === 'shown';
  const speaks = viewer.id !== null && viewer.verified;
  return {
    reply: speaks && shown,
    vote: speaks && shown && !mine,
    edit: speaks && mine && (shown || row.state === 'held'),
    delete: mine && (shown || row.state === 'held'),
    report: shown && !mine,
    block: viewer.id !== null && shown && !mine && row.user !== null,
    moderate: mayModerate(viewer, { id: row.user_id, role: row.user?.role ?? 'user' }),
  };
}

function isMine({ viewer }: RequestContext, row: CommentRow): boolean {
  return viewer.id !== null && row.user_id === viewer.id;
}

function prune(comment: Comment): void {
  comment.replies.forEach(prune);
  comment.replies = comment.replies.filter(
    ({ state, replies }) => (state !== 'hidden' && state !== 'deleted') || replies.length > 0,
  );
}
