import { useNavigate } from 'react-router';
import { Link } from 'react-router';
import type { OwnUser } from '#contract/accounts.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { useStaffLinks } from './staff-links.ts';
import { Avatar } from '#web/ui/media/avatar.tsx';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { signOut } from '#web/members/auth/sign-out.ts';
import './user-menu.css';

/** The signed-in member's dropdown: their places on the site, for staff those of their work, and the way out. */
export function UserMenu({ user }: { user: OwnUser }) {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const hasFavorites = useFeature('favorites');
  const hasShelves = useFeature('shelves');
  const hasGroups = useFeature('groups');
  const staff = useStaffLinks(user.role)
    .flat()
    .filter(({ inMenu }) => inMenu);
  const { unread_notifications: unread, new_chapters: added = 0 } = user;
  const leave = () => {
    signOut();
    void navigate(links.home());
  };
  return (
    <Menu
      end
      look="user-menu"
      summary={
        <>
          <span className="visually-hidden">{t('auth.menu.label', { name: user.username })}</span>
          <Avatar name={user.username} image={user.avatar_url} />
          {unread > 0 ? (
            <span className="user-menu__dot">
              <span className="visually-hidden">{t('auth.menu.unread', { count: unread })}</span>
            </span>
          ) : null}
          <Icon name="down" className="icon--s" />
        </>
      }
    >
      <Link to={links.profile(user.username)}>
        <Icon name="user" />
        <bdi className="user-menu__name">{user.username}</bdi>
        {user.role === 'user' ? null : (
          <span className="push">
            <Badge>{t(`auth.role.${user.role}`)}</Badge>
          </span>
        )}
      </Link>
      {hasFavorites ? (
        <Link to={links.favorites()}>
          <Icon name="heart" />
          {t('auth.menu.favorites')}
        </Link>
      ) : null}
      {hasShelves ? (
        <Link to={links.shelves()}>
          <Icon name="shelves" />
          {t('library.shelves.title')}
          {added > 0 ? (
            <span className="push">
              <Badge look="accent">
                <span className="visually-hidden">{t('library.shelves.new', { count: added })}</span>
                <span aria-hidden="true">{t('auth.menu.count', { count: added })}</span>
              </Badge>
            </span>
          ) : null}
        </Link>
      ) : null}
      <Link to={links.history()}>
        <Icon name="clock" />
        {t('auth.menu.history')}
      </Link>
      <Link to={links.bookmarks()}>
        <Icon name="book" />
        {t('bookmarks.title')}
      </Link>
      <Link to={links.lists()}>
        <Icon name="bookmark" />
        {t('auth.menu.lists')}
      </Link>
      {hasGroups ? (
        <Link to={links.ownGroups()}>
          <Icon name="users" />
          {t('auth.menu.groups')}
        </Link>
      ) : null}
      <Link to={links.offline()}>
        <Icon name="device" />
        {t('offline.title')}
      </Link>
      <Link to={links.notifications()}>
        <Icon name="bell" />
        {t('auth.menu.notifications')}
        {unread > 0 ? (
          <span className="push">
            <Badge look="accent">
              <span className="visually-hidden">{t('auth.menu.unread', { count: unread })}</span>
              <span aria-hidden="true">{t('auth.menu.count', { count: unread })}</span>
            </Badge>
          </span>
        ) : null}
      </Link>
      <Link to={links.settings()}>
        <Icon name="sliders" />
        {t('auth.menu.settings')}
      </Link>
      {staff.length === 0 ? null : (
        <>
          <hr />
          <div className="menu__label">
            {t(user.role === 'admin' || user.role === 'user' ? 'auth.menu.administration' : `auth.role.${user.role}`)}
          </div>
          {staff.map(({ to, label, icon }) => (
            <Link key={to} to={to}>
              <Icon name={icon} />
              {label}
            </Link>
          ))}
        </>
      )}
      <hr />
      <button type="button" onClick={leave}>
        <Icon name="out" className="flip" />
        {t('auth.menu.logout')}
      </button>
    </Menu>
  );
}
