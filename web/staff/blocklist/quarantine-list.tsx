import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { QuarantineCase, QuarantineDecision } from '#contract/blocklist.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { State } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { CasePicture } from './case-picture.tsx';
import './blocklist.css';

const LOOKS = { open: { look: 'warn' }, confirmed: { look: 'bad' }, released: {} } as const;

/** The pictures that were refused or taken away, the newest first, each to be decided on. */
export function QuarantineList({ cases }: { cases: readonly QuarantineCase[] }) {
  const t = useTranslate();
  if (cases.length === 0) return <EmptyState title={t('admin.blocklist.quarantine.empty')} />;
  return (
    <>
      <p className="muted blocklist__intro">{t('admin.blocklist.quarantine.intro')}</p>
      <ul className="blocklist__cases">
        {cases.map((each) => (
          <li key={each.id} className="panel">
            <Case found={each} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Case({ found }: { found: QuarantineCase }) {
  const t = useTranslate();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const [failure, setFailure] = useState<string | null>(null);
  const decide = (body: QuarantineDecision) => {
    setFailure(null);
    apiSend('PATCH', `/admin/blocklists/quarantine/${found.id}`, { body }).then(
      async () => {
        await revalidate();
        announce(t('moderation.done'));
      },
      ({ message }: Error) => setFailure(message),
    );
  };
  const { id, state, comic, user, file, page, source, frozen, hold, evidence } = found;
  return (
    <article className="blocklist__case" aria-labelledby={`case-${id}`}>
      {evidence ? (
        <CasePicture id={id} />
      ) : (
        <p className="muted small blocklist__picture">{t('admin.blocklist.evidence.gone')}</p>
      )}
      <div className="stack">
        <header className="row row--between">
          <h2 id={`case-${id}`}>{t('admin.blocklist.case', { id })}</h2>
          <State {...LOOKS[state]}>{t(`admin.blocklist.state.${state}`)}</State>
        </header>
        <dl className="blocklist__facts">
          <div>
            <dt>{t('admin.blocklist.kind')}</dt>
            <dd>
              {t(`admin.blocklist.kind.${found.kind}`)}{' '}
              <code className="blocklist__hash" dir="ltr" title={found.value}>
                {found.value}
              </code>
            </dd>
          </div>
          <div>
            <dt>{t('admin.blocklist.where')}</dt>
            <dd>
              {t(`admin.blocklist.source.${source}`)}
              {file === '' ? null : (
                <>
                  {' '}
                  · <bdi>{file}</bdi>
                </>
              )}
              {page === null ? null : <> · {t('reader.page.name', { page })}</>}
            </dd>
          </div>
          {user?.username ? (
            <div>
              <dt>{t('admin.blocklist.who')}</dt>
              <dd>
                <Link to={links.admin('users', user.username)}>
                  <bdi>{user.username}</bdi>
                </Link>
                {frozen ? <> · {t('admin.blocklist.frozen')}</> : null}
              </dd>
            </div>
          ) : null}
          {comic === null ? null : (
            <div>
              <dt>{t('admin.blocklist.comic')}</dt>
              <dd>
                <Link to={links.admin('comics', comic.slug)}>
                  <bdi>{comic.title}</bdi>
                </Link>
              </dd>
            </div>
          )}
          <div>
            <dt>{t('admin.blocklist.when')}</dt>
            <dd>
              <When date={found.created_at} />
            </dd>
          </div>
          <div>
            <dt>{t('admin.blocklist.kept')}</dt>
            <dd>{hold ? t('admin.blocklist.held') : <When date={found.keep_until} />}</dd>
          </div>
        </dl>
        {failure === null ? null : <Alert kind="bad">{failure}</Alert>}
        <div className="row blocklist__acts">
          {state === 'confirmed' ? null : (
            <Button look={['danger']} onClick={() => decide({ state: 'confirmed' })}>
              {t('admin.blocklist.make.confirmed')}
            </Button>
          )}
          {state === 'released' ? null : (
            <Button onClick={() => decide({ state: 'released' })}>{t('admin.blocklist.make.released')}</Button>
          )}
          {frozen ? <Button onClick={() => decide({ frozen: false })}>{t('admin.blocklist.make.free')}</Button> : null}
          <Button onClick={() => decide({ hold: !hold })}>
            {hold ? t('admin.blocklist.make.unheld') : t('admin.blocklist.make.held')}
          </Button>
        </div>
      </div>
    </article>
  );
}
