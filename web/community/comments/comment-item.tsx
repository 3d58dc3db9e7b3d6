import { useState, type ReactNode } from 'react';
import type { Comment, FlatComment, Voted } from '#contract/comments.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiPost } from '#web/platform/api/api.ts';
import { inTurn } from '#web/platform/api/in-turn.ts';
import { promptSignIn } from '#web/platform/session/auth-dialog.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { CommentReactions } from '#web/community/reactions/comment-reactions.tsx';
import { Avatar } from '#web/ui/media/avatar.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import '#web/ui/basic/badge.css';
import { CommentComposer } from './comment-composer.tsx';
import { CommentMenu } from './comment-menu.tsx';
import { commentsAddress, commentsPath, type CommentTarget } from '#web/community/subjects/comment-target.ts';
import { Link } from '#web/ui/basic/link.tsx';
import { all, type Thread } from './use-thread.ts';

interface Props {
  comment: Comment;
  place: CommentTarget;
  thread: Thread;
  /** The comment that the address names. */
  marked: number | null;
}

/** A comment with what can be done about it, and what answers it. */
export function CommentItem({ comment, place, thread, marked }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const hasReactions = useFeature('reactions');
  const [open, setOpen] = useState<'reply' | 'edit' | 'blocked' | null>(null);
  const { id, user, state } = comment;
  const isReview = place.kind === 'reviews' && comment.depth === 0;
  const of = isReview ? 'review' : 'comment';
  const folded = state === 'blocked' && open !== 'blocked';
  const readable = !folded && comment.html !== '';
  const left = comment.depth === 0 ? comment.replies_count - (all([comment]).length - 1) : 0;
  return (
    <article
      className={`comment${marked === id ? ' comment--target' : ''}`}
      id={`comment-${id}`}
      tabIndex={-1}
      aria-label={t(isReview ? 'reviews.by' : 'comments.by', { name: user?.username ?? t('comments.someone') })}
    >
      <Avatar name={user && !folded ? user.username : '–'} image={folded ? null : (user?.avatar_url ?? null)} />
      <div className="comment__head">
        {user ? (
          <Link to={links.profile(user.username)}>
            <b>
              <bdi>{user.username}</bdi>
            </b>
          </Link>
        ) : (
          <b>{t('comments.someone')}</b>
        )}
        {comment.score === null || folded ? null : (
          <span className="badge comment__score">
            <Icon name="star" className="icon--s" />
            {t('reviews.score', { score: comment.score })}
          </span>
        )}
        {user && (user.role === 'moderator' || user.role === 'admin') ? (
          <span className="badge">{t(`comments.role.${user.role}`)}</span>
        ) : null}
        {comment.reply_to !== null && comment.depth > 1 ? (
          <span>{t('comments.answers', { name: comment.reply_to })}</span>
        ) : null}
        <Link to={commentsAddress(links, place, comment.identifier)} preventScrollReset>
          <When date={comment.created_at} />
        </Link>
        {comment.edited ? <span>{t('comments.edited')}</span> : null}
      </div>
      <div className="comment__body">
        {readable && open !== 'edit' ? (
          <div className="comment__text" dir="auto" dangerouslySetInnerHTML={{ __html: comment.html }} />
        ) : null}
        {state === 'held' ? <p className="hint">{t('comments.held', { of })}</p> : null}
        {folded ? (
          <p className="muted">
            {t('comments.blocked')}{' '}
            <button type="button" className="link" onClick={() => setOpen('blocked')}>
              {t('comments.show')}
            </button>
          </p>
        ) : null}
        {state === 'deleted' || state === 'hidden' ? <p className="muted">{t(`comments.${state}`, { of })}</p> : null}
        {open === 'edit' ? (
          <CommentComposer
            draft={`edit ${id}`}
            path={`/comments/${id}`}
            text={comment.text}
            {...(isReview ? { score: comment.score } : {})}
            label={t('comments.edit')}
            focused
            onSent={(changed) => {
              thread.replace(changed);
              setOpen(null);
            }}
            onCancel={() => setOpen(null)}
          />
        ) : null}
        <div className="comment__acts needs-script">
          {readable ? (
            <Votes
              comment={comment}
              isReview={isReview}
              onVoted={(voted) => thread.replace({ ...withoutReplies(comment), ...voted })}
            />
          ) : null}
          {hasReactions && readable && state !== 'held' ? (
            <CommentReactions
              comment={comment}
              onReacted={(reacted) => thread.replace({ ...withoutReplies(comment), ...reacted })}
            />
          ) : null}
          {readable && state === 'shown' ? (
            <Button
              look={['ghost']}
              aria-expanded={open === 'reply'}
              onClick={() => setOpen(open === 'reply' ? null : 'reply')}
            >
              {t('comments.reply')}
            </Button>
          ) : null}
          {!folded && (readable || comment.can.moderate) ? (
            <CommentMenu
              comment={comment}
              place={place}
              of={of}
              onEdit={() => setOpen('edit')}
              onChanged={thread.replace}
              onBlocked={thread.reload}
            />
          ) : null}
        </div>
        {open === 'reply' ? (
          <CommentComposer
            draft={`reply ${id}`}
            path={commentsPath(place)}
            parentId={id}
            label={t('comments.replyTo', { name: user?.username ?? t('comments.someone') })}
            focused
            onSent={(reply) => {
              thread.add(reply);
              setOpen(null);
              announce(t('comments.sent'));
            }}
            onCancel={() => setOpen(null)}
          />
        ) : null}
      </div>
      {comment.replies.map((reply) => (
        <CommentItem key={reply.id} comment={reply} place={place} thread={thread} marked={marked} />
      ))}
      {left > 0 ? <MoreReplies count={left} more={() => thread.more(comment)} /> : null}
    </article>
  );
}

function MoreReplies({ count, more }: { count: number; more: () => Promise<void> }): ReactNode {
  const t = useTranslate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const load = () => {
    setBusy(true);
    more()
      .then(
        () => setFailure(null),
        (error: Error) => setFailure(error.message),
      )
      .finally(() => setBusy(false));
  };
  return (
    <p className="comment__more">
      <Button look={['ghost']} aria-busy={busy} disabled={busy} onClick={load}>
        {t('comments.more', { count })}
      </Button>
      {failure === null ? null : <span role="alert">{failure}</span>}
    </p>
  );
}

/** The points of a comment, and one's own vote, which is counted at once and taken back where the call fails. */
function Votes({
  comment,
  isReview,
  onVoted,
}: {
  comment: Comment;
  isReview: boolean;
  onVoted: (voted: Voted) => void;
}) {
  const t = useTranslate();
  const locale = useLocale();
  const { id, vote, points, can, mine } = comment;
  const press = async (value: 1 | -1) => {
    if (!(await promptSignIn('vote'))) return;
    const next = vote === value ? 0 : value;
    onVoted({ vote: next, points: points - vote + next });
    const path = `/comments/${id}/vote`;
    const answer = await inTurn(path, () => apiPost<Voted>(path, { body: { value: next } }));
    if (!answer.isLast) return;
    if ('value' in answer) {
      onVoted(answer.value);
      return;
    }
    onVoted({ vote, points });
    announce((answer.failure as Error).message);
  };
  const disabled = mine || (!can.vote && vote === 0 && comment.can.reply);
  return (
    <>
      <Button
        look={['ghost', 'icon']}
        aria-label={t(isReview ? 'reviews.helpful' : 'comments.voteUp')}
        title={isReview ? t('reviews.helpful') : undefined}
        aria-pressed={vote === 1}
        disabled={disabled}
        onClick={() => void press(1)}
      >
        <Icon name="up" />
      </Button>
      <span className="comment__points">
        <span aria-hidden="true">{formatNumber(locale, points)}</span>
        <span className="visually-hidden">{t('comments.points', { count: points })}</span>
      </span>
      <Button
        look={['ghost', 'icon']}
        aria-label={t(isReview ? 'reviews.unhelpful' : 'comments.voteDown')}
        title={isReview ? t('reviews.unhelpful') : undefined}
        aria-pressed={vote === -1}
        disabled={disabled}
        onClick={() => void press(-1)}
      >
        <Icon name="down" />
      </Button>
    </>
  );
}

function withoutReplies({ replies: _replies, ...comment }: Comment): FlatComment {
  return { ...comment, replies: [] };
}
