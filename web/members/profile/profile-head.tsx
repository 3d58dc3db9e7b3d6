import type { ProfileUser } from '#contract/accounts.ts';
import { dateFormat } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Avatar } from '#web/ui/media/avatar.tsx';
import { Badge } from '#web/ui/basic/badge.tsx';
import { ProfileActs } from './profile-actions.tsx';
import './profile.css';

/** Who someone is: face, name, role, since when, how much they did; and what can be done about them. */
export function ProfileHead({ user }: { user: ProfileUser }) {
  const t = useTranslate();
  const locale = useLocale();
  const { username, avatar_url: image, role, favorites_count: favorites, comments_count: comments } = user;
  const hasFavorites = useFeature('favorites');
  const hasComments = useFeature('comments');
  const joined = dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(user.created_at),
  );
  const facts = [
    t('profile.joined', { date: joined }),
    ...(hasFavorites && favorites !== null ? [t('profile.favorites.count', { count: favorites })] : []),
    ...(hasComments ? [t('profile.comments.count', { count: comments })] : []),
  ];
  return (
    <header className="profile">
      <Avatar name={username} image={image} xl />
      <div className="profile__name">
        <div className="row">
          <h1>
            <bdi>{username}</bdi>
          </h1>
          {role === 'user' ? null : <Badge>{t('profile.role', { role })}</Badge>}
          {user.banned ? <Badge look="bad">{t('profile.banned')}</Badge> : null}
        </div>
        <p className="muted small num">{facts.join(' · ')}</p>
      </div>
      <ProfileActs user={user} />
    </header>
  );
}
