import type { SessionEntry } from '#contract/accounts.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { formatDate, formatDaysAgo, formatExact, formatTimeAgo } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate, type Translate } from '#web/platform/i18n/i18n.tsx';
import { SetCard } from '#web/ui/page/settings-card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';

/** Where a member is signed in; each place can be signed out, and all others at once. */
export function SessionsSection({ data: sessions }: { data: readonly SessionEntry[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const { run, failure, busy } = useMutation();
  const now = new Date();
  return (
    <SetCard title={t('account.sessions.title')} text={t('account.sessions.text')}>
      {failure === '' ? null : (
        <Alert kind="bad">
          <span>{failure}</span>
        </Alert>
      )}
      <ul className="settings-list">
        {sessions.map((session) => {
          const { id, current, device, address, used_at: used } = session;
          const name = nameFor(session, t);
          const when = current
            ? t('account.sessions.current')
            : t('account.sessions.used', {
                date: formatTimeAgo(locale, used, now) ?? formatDaysAgo(locale, used, now) ?? formatDate(locale, used),
              });
          return (
            <li key={id}>
              <Icon name={device === 'desktop' || device === 'other' ? 'monitor' : 'device'} />
              <div>
                <b>{name}</b>
                <br />
                <span className="muted small">
                  <time dateTime={used} title={formatExact(locale, used)}>
                    {when}
                  </time>
                  {address === null ? null : (
                    <>
                      {' '}
                      · <bdi className="num">{address}</bdi>
                    </>
                  )}
                </span>
              </div>
              {current ? (
                <Badge look="good">{t('account.sessions.active')}</Badge>
              ) : (
                <Button
                  aria-disabled={busy || undefined}
                  aria-label={t('account.sessions.end.named', { name })}
                  onClick={() =>
                    void run(() => apiSend('DELETE', `/account/sessions/${id}`), t('account.sessions.ended', { name }))
                  }
                >
                  {t('account.sessions.end')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 ? (
        <div>
          <Button
            look={['danger']}
            aria-disabled={busy || undefined}
            onClick={() => void run(() => apiSend('DELETE', '/account/sessions'), t('account.sessions.others.ended'))}
          >
            {t('account.sessions.others')}
          </Button>
        </div>
      ) : null}
    </SetCard>
  );
}

function nameFor({ browser, system }: SessionEntry, t: Translate): string {
  if (browser !== null && system !== null) return t('account.sessions.device', { browser, system });
  return browser ?? system ?? t('account.sessions.unknown');
}
