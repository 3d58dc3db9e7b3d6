import type { BackupRecord } from '#contract/backups.ts';
import type { System } from '#contract/system.ts';
import { formatBytes, formatExact } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';

/** The backups of the site: when, what each would restore, and whether it was read back; and how to make one. */
export function BackupsPanel({ backups: { made, next } }: { backups: System['backups'] }) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <Panel title={t('admin.system.backup')}>
      {made.length === 0 ? (
        <p className="muted">{t('admin.system.backup.none')}</p>
      ) : (
        <ul className="system__refused">
          {made.map((record) => (
            <Made key={`${record.place} ${record.id}`} record={record} />
          ))}
        </ul>
      )}
      {next === null ? null : (
        <p className="muted small">
          {t('admin.system.backup.next')} <time dateTime={next.at}>{formatExact(locale, next.at)}</time>
        </p>
      )}
      <p className="muted">{t('admin.system.backup.text')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too */}
      <pre className="system__command" dir="ltr" tabIndex={0}>
        <code>npm run cli -- backup {next?.place ?? '/mnt/backups/site'}</code>
      </pre>
    </Panel>
  );
}

function Made({ record }: { record: BackupRecord }) {
  const t = useTranslate();
  const locale = useLocale();
  const { comics, members, pictures, bytes, lost, encrypted, damaged, verified_at: verified } = record;
  return (
    <li>
      <b>
        <When date={record.made_at} />
      </b>
      <span>
        {t('admin.system.backup.holds', { comics, members, pictures })} · {formatBytes(locale, bytes)}
        {encrypted ? ` · ${t('admin.system.backup.encrypted')}` : ''}
      </span>
      <code dir="ltr" className="small">
        {record.place}
      </code>
      <span className="row">
        {damaged ? (
          <State look="bad">{t('admin.system.backup.damaged')}</State>
        ) : (
          <State look={verified === null ? undefined : 'good'}>
            {t(verified === null ? 'admin.system.backup.unread' : 'admin.system.backup.sound')}
          </State>
        )}
        {verified === null ? null : (
          <span className="muted small">
            <When date={verified} />
          </span>
        )}
        {lost === 0 ? null : <State look="warn">{t('admin.system.backup.lost', { count: lost })}</State>}
      </span>
    </li>
  );
}
