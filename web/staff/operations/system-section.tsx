import type { ReactNode } from 'react';
import type { StorageUse, System } from '#contract/system.ts';
import { apiGet, apiPost, apiSend } from '#web/platform/api/api.ts';
import { formatBytes, formatDate, formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { useMutation } from '#web/ui/feedback/use-mutation.ts';
import { BackupsPanel } from './backups-panel.tsx';
import { MailTry } from './mail-try.tsx';
import '#web/ui/basic/badge.css';
import './operations.css';

/** How the site is. */
export function load({ request }: SectionArgs): Promise<System> {
  return apiGet('/admin/system', { request });
}

/** How the site is: what answers, what is kept, and what can be done about either. */
export function Section({ data }: SectionProps<System>) {
  const t = useTranslate();
  const locale = useLocale();
  const { checks, disk, versions, storage, pages, refused, migrations } = data;
  const { run, busy, failure } = useMutation();
  return (
    <>
      <h1>{t('admin.title.system')}</h1>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      <div className="system">
        <Panel title={t('admin.system.health')}>
          <dl className="system__facts">
            <Fact name={t('admin.system.database')}>
              <Is ok={checks.database.ok} />
              <span className="muted">
                {checks.database.kind === 'pglite' ? t('admin.system.embedded') : 'PostgreSQL'} {versions.database}
              </span>
            </Fact>
            <Fact name={t('admin.system.store')}>
              <Is ok={checks.store.ok} />
              <span className="muted">{checks.store.kind === 's3' ? 'S3' : t('admin.system.disk')}</span>
            </Fact>
            <Fact name={t('admin.system.jobs')}>
              <Is ok={checks.jobs.ok} />
              <span className="muted">
                {checks.jobs.overdue > 0
                  ? t('admin.system.overdue', { seconds: checks.jobs.overdue })
                  : checks.jobs.here
                    ? t('admin.system.here')
                    : t('admin.system.elsewhere')}
              </span>
            </Fact>
            <Fact name={t('admin.system.catalogue')}>
              <span className={`state ${checks.catalogue.ok ? 'state--good' : 'state--warn'}`}>
                {t(checks.catalogue.ok ? 'admin.system.ready' : 'admin.system.building')}
              </span>
              {checks.catalogue.comics === null ? null : (
                <span className="muted">
                  {t('admin.system.comics', { count: checks.catalogue.comics })}
                  {checks.catalogue.bytes === null ? '' : ` · ${formatBytes(locale, checks.catalogue.bytes)}`}
                </span>
              )}
            </Fact>
            <Fact name={t('admin.system.address')}>
              {checks.address.ok ? (
                <code dir="ltr">{checks.address.url}</code>
              ) : (
                <State look="warn">{t('admin.system.address.none')}</State>
              )}
            </Fact>
            <Fact name={t('admin.system.mail')}>
              <span className={`state ${checks.mail.ok ? 'state--good' : 'state--warn'}`}>
                {t(checks.mail.ok ? 'admin.system.mail.server' : 'admin.system.mail.file')}
              </span>
            </Fact>
          </dl>
          {checks.address.ok ? null : (
            <Alert kind="warn">
              <span>
                {t('admin.system.address.text')} <code dir="ltr">SITE_URL</code>
              </span>
            </Alert>
          )}
          <MailTry />
        </Panel>
        <Panel title={t('admin.dashboard.storage')}>
          {disk === null ? null : (
            <Progress
              label={t('admin.system.space')}
              value={1 - disk.free / disk.total}
              {...(disk.free < disk.total / 20 ? { outcome: 'bad' as const } : {})}
            >
              <span>
                {t('admin.system.free', {
                  free: formatBytes(locale, disk.free),
                  total: formatBytes(locale, disk.total),
                })}
              </span>
            </Progress>
          )}
          {storage === null ? <p className="muted">{t('admin.system.measuring')}</p> : <Stored storage={storage} />}
          <div className="row">
            <Button
              disabled={busy}
              onClick={() => void run(() => apiPost('/admin/system/storage'), t('admin.system.measuring'))}
            >
              {t('admin.system.measure')}
            </Button>
          </div>
        </Panel>
        <Panel title={t('admin.system.pages')}>
          {pages === null ? (
            <p className="muted">{t('admin.system.pages.none')}</p>
          ) : (
            <dl className="system__facts">
              <Fact name={t('admin.system.pages.kept')}>{formatNumber(locale, pages.count)}</Fact>
              <Fact name={t('admin.system.pages.bytes')}>
                {t('admin.system.pages.of', {
                  used: formatBytes(locale, pages.bytes),
                  most: formatBytes(locale, pages.most_bytes),
                })}
              </Fact>
              <Fact name={t('admin.system.pages.hits')}>{formatNumber(locale, pages.hits)}</Fact>
              <Fact name={t('admin.system.pages.made')}>{formatNumber(locale, pages.made)}</Fact>
            </dl>
          )}
          <div className="row">
            <Button
              disabled={busy}
              onClick={() => void run(() => apiSend('DELETE', '/admin/system/pages'), t('admin.system.pages.emptied'))}
            >
              {t('admin.system.pages.empty')}
            </Button>
          </div>
        </Panel>
        {data.purges === null ? null : (
          <Panel title={t('admin.system.purges')}>
            <Purges purges={data.purges} />
          </Panel>
        )}
        <Panel title={t('admin.system.refused')}>
          {refused.length === 0 ? (
            <p className="muted">{t('admin.system.refused.none')}</p>
          ) : (
            <ul className="system__refused">
              {refused.map(({ id, file, error, at }) => (
                <li key={id}>
                  <b>
                    <bdi>{file}</bdi>
                  </b>
                  <span className="jobs__error">{error}</span>
                  <span className="muted small">
                    <When date={at} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <BackupsPanel backups={data.backups} />
        <Panel title={t('admin.system.versions')}>
          <dl className="system__facts">
            <Fact name="Komawari">{versions.komawari}</Fact>
            <Fact name="Node.js">{versions.node}</Fact>
            <Fact name={t('admin.system.started')}>
              <When date={versions.started_at} />
            </Fact>
          </dl>
          <details className="system__migrations">
            <summary>
              <Icon name="down" className="icon--s" />
              {t('admin.system.migrations', { count: migrations.length })}
            </summary>
            <ul>
              {migrations.map(({ name, applied_at: at }) => (
                <li key={name}>
                  <code dir="ltr">{name}</code>
                  <span className="muted">{formatDate(locale, at)}</span>
                </li>
              ))}
            </ul>
          </details>
        </Panel>
        {data.forgotten === null ? null : (
          <Panel title={t('admin.system.forgotten')}>
            <p className="muted small">{t('admin.system.forgotten.text')}</p>
            <dl className="system__facts">
              {data.forgotten.rules.map(({ key, days, count }) => (
                <div key={key}>
                  <dt>
                    <code>{key}</code>
                  </dt>
                  <dd>{t('admin.system.forgotten.rule', { count, days })}</dd>
                </div>
              ))}
            </dl>
            <p className="muted small">
              {t('admin.system.measured')} <When date={data.forgotten.made_at} />
            </p>
          </Panel>
        )}
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Is({ ok }: { ok: boolean }) {
  const t = useTranslate();
  return (
    <span className={`state ${ok ? 'state--good' : 'state--bad'}`}>
      {t(ok ? 'admin.system.ok' : 'admin.system.broken')}
    </span>
  );
}

/** The URLs that a CDN is told to forget. */
function Purges({ purges: { waiting, failed, failed_since: since, done } }: { purges: NonNullable<System['purges']> }) {
  const t = useTranslate();
  const urls = (count: number) => t('admin.system.purges.urls', { count });
  return (
    <dl className="system__facts">
      <Fact name={t('admin.system.purges.waiting')}>{urls(waiting)}</Fact>
      {failed === 0 ? null : (
        <Fact name={t('admin.system.purges.failed')}>
          <State look="bad">{urls(failed)}</State>
          {since === null ? null : (
            <span className="muted">
              <When date={since} />
            </span>
          )}
        </Fact>
      )}
      <Fact name={t('admin.system.purges.done')}>
        {done === null ? (
          t('admin.system.purges.never')
        ) : (
          <>
            {urls(done.count)}
            <span className="muted">
              <When date={done.at} />
            </span>
          </>
        )}
      </Fact>
    </dl>
  );
}

/** The space taken by each kind of data. */
function Stored({ storage }: { storage: StorageUse }) {
  const t = useTranslate();
  const locale = useLocale();
  const { originals, variants, folders, database, made_at: at } = storage;
  const small = variants.reduce((sum, { bytes }) => sum + bytes, 0);
  const several = (count: number) => <span className="muted">{t('admin.system.files', { count })}</span>;
  return (
    <>
      <dl className="system__facts">
        <Fact name={t('admin.storage.originals')}>
          {formatBytes(locale, originals.bytes)}
          {several(originals.count)}
        </Fact>
        <Fact name={t('admin.storage.variants')}>
          {formatBytes(locale, small)}
          {several(variants.reduce((sum, { count }) => sum + count, 0))}
        </Fact>
        {folders.map(({ name, bytes, files }) => (
          <Fact key={name} name={t('admin.system.folder', { name })}>
            {formatBytes(locale, bytes)}
            {several(files)}
          </Fact>
        ))}
        <Fact name={t('admin.storage.database')}>{formatBytes(locale, database)}</Fact>
      </dl>
      <p className="muted small">
        {t('admin.system.measured')} <When date={at} />
      </p>
    </>
  );
}
