import type { BlockedUser } from '#contract/comments.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Avatar } from '#web/ui/media/avatar.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { Link } from '#web/ui/basic/link.tsx';

/** Members whose comments are not shown, and how to hear them again. */
export function BlockedSection({ data: users }: { data: readonly BlockedUser[] }) {
  const t = useTranslate();
  const links = useAddresses();
  const { run, failure, busy } = useMutation();
  return (
    <SetCard title={t('account.blocked.title')} text={t('account.blocked.text')}>
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
      {users.length === 0 ? (
        <p className="muted">{t('account.blocked.none')}</p>
      ) : (
        <ul className="settings-list">
          {users.map(({ id, username, avatar_url: image }) => (
            <li key={id}>
              <Avatar name={username} image={image} />
              <Link className="link" to={links.profile(username)}>
                <bdi>{username}</bdi>
              </Link>
              <Button
                aria-disabled={busy || undefined}
                aria-label={t('account.blocked.end.named', { name: username })}
                onClick={() =>
                  void run(
                    () => apiSend('DELETE', `/users/${encodeURIComponent(username)}/block`),
                    t('profile.unblocked', { name: username }),
                  )
                }
              >
                {t('profile.unblock')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </SetCard>
  );
}
