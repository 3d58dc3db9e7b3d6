import type { SessionEntry } from '#contract/accounts.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';

/** Where a member is signed in. `onEnd` gets the session, or null for all. */
export function Sessions({
  sessions,
  onEnd,
}: {
  sessions: readonly SessionEntry[];
  onEnd: (id: number | null) => Promise<void>;
}) {
  const t = useTranslate();
  return (
    <Panel
      title={t('admin.users.sessions')}
      more={
        sessions.length === 0 ? null : (
          <Button look={['ghost']} onClick={() => void onEnd(null)}>
            {t('admin.users.sessions.end')}
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="muted">{t('admin.users.sessions.none')}</p>
      ) : (
        <ul className="user-lines">
          {sessions.map(({ id, browser, system, address, used_at: at, current }) => {
            const name = [browser, system].filter(Boolean).join(', ') || t('admin.users.sessions.unknown');
            return (
              <li key={id}>
                <span>
                  {name}
                  {current ? ` · ${t('admin.users.sessions.this')}` : ''}
                  <br />
                  <span className="small muted">
                    <bdi>{address ?? ''}</bdi> <When date={at} />
                  </span>
                </span>
                <Button
                  look={['ghost']}
                  aria-label={t('admin.users.sessions.one', { name })}
                  onClick={() => void onEnd(id)}
                >
                  {t('admin.users.sessions.out')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
