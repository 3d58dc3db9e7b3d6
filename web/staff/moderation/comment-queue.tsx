import { useRevalidator } from 'react-router';
import type { ModeratedComment } from '#contract/comments.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { When } from '#web/ui/basic/time-ago.tsx';
import '#web/ui/basic/badge.css';
import '#web/ui/basic/card.css';
import { Link } from '#web/ui/basic/link.tsx';
import { SubjectTitle } from '#web/community/subjects/subject-title.tsx';
import { BanButton } from './ban-button.tsx';
import { Decision } from './decision.tsx';
import './moderation.css';

/** Comments as moderators see them: with their text in every state, where they stand, and what to do about them. */
export function CommentQueue({ comments }: { comments: readonly ModeratedComment[] }) {
  const t = useTranslate();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  return (
    <ul className="moderation__list">
      {comments.map((comment) => {
        const { id, identifier, subject, user, state, text, reports, reason } = comment;
        const decide = async (next: string, why: string) => {
          await apiSend('PATCH', `/moderation/comments/${id}`, { body: { state: next, reason: why } });
          announce(t('moderation.done'));
          await revalidate();
        };
        const choices = (
          [
            ['shown', false],
            ['hidden', true],
            ['deleted', true],
          ] as const
        )
          .filter(([value]) => value !== state)
          .map(([value, grave]) => ({ value, grave, label: t(`moderation.make.${value}`) }));
        return (
          <li key={id} className="panel stack">
            <p className="row small muted">
              {user ? (
                <Link className="link" to={links.moderation('comments', { user: user.username })}>
                  <bdi>{user.username}</bdi>
                </Link>
              ) : (
                <span>{t('comments.someone')}</span>
              )}
              <When date={comment.created_at} />
              <Link className="link" to={links.commentsOn(subject, identifier)}>
                <SubjectTitle subject={subject} />
              </Link>
              <span className="badge">{t(`moderation.is.${state}`)}</span>
              {reports > 0 ? <span className="badge">{t('moderation.reported', { count: reports })}</span> : null}
            </p>
            <p className="moderation__text" dir="auto">
              {text}
            </p>
            {reason ? <p className="hint">{t('moderation.because', { reason })}</p> : null}
            <Decision label={t('comments.reason')} choices={choices} decide={decide}>
              {user && (user.role === 'user' || user.role === 'uploader') ? (
                <BanButton username={user.username} onDone={() => void revalidate()} />
              ) : null}
            </Decision>
          </li>
        );
      })}
    </ul>
  );
}
