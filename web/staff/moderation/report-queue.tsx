import { useRevalidator } from 'react-router';
import type { Report } from '#contract/reports.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { When } from '#web/ui/basic/time-ago.tsx';
import '#web/ui/basic/badge.css';
import '#web/ui/basic/card.css';
import { Link } from '#web/ui/basic/link.tsx';
import { Decision } from './decision.tsx';
import './moderation.css';

/** Reports as moderators see them, the oldest first: what is reported, why, by whom, and what to decide. */
export function ReportQueue({ reports }: { reports: readonly Report[] }) {
  const t = useTranslate();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  return (
    <ul className="moderation__list">
      {reports.map(
        ({ id, target, reason, text, state, outcome, reporter, decided_by: by, created_at: at, reports: count }) => (
          <li key={id} className="panel stack">
            <p className="row small muted">
              <span className="badge">{t(`reports.reason.${reason}`)}</span>
              {target.path === null ? (
                <span>{target.title ?? t('moderation.gone')}</span>
              ) : (
                <Link className="link" to={links.local(target.path)}>
                  <bdi>{target.title}</bdi>
                </Link>
              )}
              <When date={at} />
              <span>{reporter.username ?? reporter.name ?? t('moderation.guest')}</span>
              {reporter.email ? (
                <a className="link" href={`mailto:${reporter.email}`}>
                  {reporter.email}
                </a>
              ) : null}
              {count > 1 ? <span className="badge">{t('moderation.reported', { count })}</span> : null}
            </p>
            {target.excerpt ? (
              <blockquote className="moderation__text" dir="auto">
                {target.excerpt}
              </blockquote>
            ) : null}
            {text ? (
              <p className="moderation__text" dir="auto">
                {text}
              </p>
            ) : null}
            {state === 'open' ? (
              <Decision
                label={t('moderation.outcome')}
                choices={[
                  { value: 'dismissed', label: t('moderation.make.dismissed') },
                  { value: 'upheld', label: t('moderation.make.upheld') },
                ]}
                decide={async (next, why) => {
                  await apiSend('PATCH', `/moderation/reports/${id}`, { body: { state: next, outcome: why } });
                  announce(t('moderation.done'));
                  await revalidate();
                }}
              />
            ) : (
              <p className="hint">
                {t(`moderation.is.${state}`)}
                {by ? ` · ${by}` : ''}
                {outcome ? ` · ${outcome}` : ''}
              </p>
            )}
          </li>
        ),
      )}
    </ul>
  );
}
