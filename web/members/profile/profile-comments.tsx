import type { PlacedComment } from '#contract/comments.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { SubjectTitle } from '#web/community/subjects/subject-title.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './profile-comments.css';

/** The comments someone wrote, the newest first, each with what it is about. */
export function ProfileComments({ name, comments }: { name: string; comments: readonly PlacedComment[] }) {
  const t = useTranslate();
  const links = useAddresses();
  if (comments.length === 0) return <EmptyState title={t('profile.comments.none', { name })} />;
  return (
    <ul className="profile-comments">
      {comments.map(({ id, identifier, subject, html, created_at: at, points }) => (
        <li key={id}>
          <p className="profile-comments__head small">
            <Link className="link" to={links.commentsOn(subject, identifier)}>
              <SubjectTitle subject={subject} />
            </Link>
            <span className="muted num">
              <When date={at} /> · {t('profile.comments.points', { count: points })}
            </span>
          </p>
          {html === '' ? (
            <p className="muted">{t('profile.comments.blocked')}</p>
          ) : (
            // Made safe by the API.
            <div className="profile-comments__text" dangerouslySetInnerHTML={{ __html: html }} />
          )}
        </li>
      ))}
    </ul>
  );
}
