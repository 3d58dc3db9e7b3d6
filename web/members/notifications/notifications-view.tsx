import { useState } from 'react';
import type { Notification, NotificationPage } from '#contract/notifications.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { changeUser, readAccessToken } from '#web/platform/session/session.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import './notifications-view.css';

const ICONS: Record<Notification['kind'], IconName> = {
  search: 'search',
  release: 'book',
  reply: 'comment',
  mention: 'user',
  report: 'flag',
  decision: 'flag',
  role: 'user',
  group: 'users',
};

/** The notifications of a member, the newest first. Opening one says that it is read. */
export function NotificationsView({ page }: { page: NotificationPage }) {
  const t = useTranslate();
  const links = useAddresses();
  const hasComments = useFeature('comments');
  const [seen, setSeen] = useState<{ all: boolean; ids: readonly number[] }>({ all: false, ids: [] });
  const [failure, setFailure] = useState('');
  const words = usePagerWords(page.last_page);
  const isRead = ({ id, read_at: at }: Notification) => at !== null || seen.all || seen.ids.includes(id);
  const unread = seen.all
    ? 0
    : page.unread - page.data.filter(({ id, read_at: at }) => at === null && seen.ids.includes(id)).length;
  const read = async (which: { all: true } | { ids: number[] }) => {
    const before = seen;
    const token = readAccessToken();
    setFailure('');
    setSeen('all' in which ? { all: true, ids: [] } : { ...seen, ids: [...seen.ids, ...which.ids] });
    try {
      const { unread: left } = await apiPost<{ unread: number }>('/account/notifications/read', {
        body: which,
        keepalive: true,
      });
      changeUser(token, (user) => ({ ...user, unread_notifications: left }));
    } catch (error) {
      setSeen(before);
      setFailure((error as Error).message);
    }
  };
  return (
    <>
      <div className="row row--between notes__head">
        <p className="muted small num" role="status">
          {t('notifications.unread', { count: unread })}
        </p>
        <div className="row">
          {unread > 0 ? (
            <Button onClick={() => void read({ all: true })}>
              <Icon name="check" />
              {t('notifications.readAll')}
            </Button>
          ) : null}
          <Link className="btn" to={links.settings('notifications')}>
            <Icon name="sliders" />
            {t('notifications.settings')}
          </Link>
        </div>
      </div>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      {page.total === 0 ? (
        <EmptyState
          title={t('notifications.empty')}
          text={t('notifications.emptyText', { comments: hasComments ? 'on' : 'off' })}
        />
      ) : (
        <ul className="notes">
          {page.data.map((note) => (
            <li key={note.id} className={isRead(note) ? 'note' : 'note is-new'}>
              <span className="note__image">
                {note.image_url ? (
                  <Picture src={note.image_url} width={40} height={60} alt="" />
                ) : (
                  <Icon name={ICONS[note.kind]} />
                )}
              </span>
              <p className="note__text">
                {isRead(note) ? null : <span className="visually-hidden">{t('notifications.new')} </span>}
                {note.path === null ? (
                  <span className="note__said">{note.text}</span>
                ) : (
                  <Link
                    to={links.local(note.path)}
                    onClick={() => {
                      if (!isRead(note)) {
                        void read({ ids: [note.id] });
                      }
                    }}
                  >
                    {note.text}
                  </Link>
                )}
                <span className="muted small">
                  <When date={note.created_at} />
                </span>
              </p>
              {isRead(note) ? null : (
                <Button
                  look={['ghost', 'icon']}
                  aria-label={t('notifications.read', { text: note.text })}
                  title={t('notifications.markRead')}
                  onClick={() => void read({ ids: [note.id] })}
                >
                  <Icon name="check" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={page.current_page}
        last={page.last_page}
        addressFor={(number) => links.notifications(number)}
        words={words}
      />
    </>
  );
}
