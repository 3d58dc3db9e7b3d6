import type { Transparency } from '#contract/transparency.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Table } from '#web/ui/data/table.tsx';
import '#web/ui/basic/card.css';
import './figures.css';

/** A year's figures in tables, and as a file. */
export function Figures({ data }: { data: Transparency }) {
  const t = useTranslate();
  const locale = useLocale();
  const hasNotices = useFeature('dmca');
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(
    data.automated_share,
  );
  const hours = (value: number | null) => (value === null ? '–' : t('law.transparency.hoursValue', { hours: value }));
  const { reports, decisions, notices } = data;
  const rest: [string, string][] = [
    [t('law.transparency.automated'), `${number(data.automated)} (${share})`],
    [t('law.transparency.blocked'), number(data.blocked)],
    [t('law.transparency.suspended'), number(data.suspended)],
  ];
  const noticed: [string, string][] = [
    [t('law.transparency.received'), number(notices.received)],
    [t('law.transparency.upheld'), number(notices.upheld)],
    [t('law.transparency.rejected'), number(notices.rejected)],
    [t('law.transparency.countered'), number(notices.countered)],
    [t('law.transparency.restored'), number(notices.restored)],
    [t('law.transparency.hours'), hours(notices.median_hours)],
  ];
  return (
    <>
      <h2>{data.year}</h2>
      <section className="stack" aria-labelledby="reports">
        <h3 id="reports">{t('law.transparency.reports')}</h3>
        {reports.length === 0 ? (
          <p className="muted">{t('law.transparency.empty')}</p>
        ) : (
          <Table
            label={t('law.transparency.reports')}
            rows={reports}
            keyFor={({ reason }) => reason}
            columns={[
              {
                name: 'reason',
                label: t('law.transparency.reason'),
                place: 'main',
                cell: ({ reason }) => t(`reports.reason.${reason}`),
              },
              {
                name: 'received',
                label: t('law.transparency.received'),
                place: 'labelled',
                end: true,
                cell: ({ received }) => number(received),
              },
              {
                name: 'upheld',
                label: t('law.transparency.upheld'),
                place: 'labelled',
                end: true,
                cell: ({ upheld }) => number(upheld),
              },
              {
                name: 'dismissed',
                label: t('law.transparency.dismissed'),
                place: 'labelled',
                end: true,
                cell: ({ dismissed }) => number(dismissed),
              },
              {
                name: 'open',
                label: t('law.transparency.open'),
                place: 'labelled',
                end: true,
                cell: ({ open }) => number(open),
              },
              {
                name: 'hours',
                label: t('law.transparency.hours'),
                place: 'labelled',
                end: true,
                cell: ({ median_hours: median }) => hours(median),
              },
            ]}
          />
        )}
      </section>
      <section className="stack" aria-labelledby="decisions">
        <h3 id="decisions">{t('law.transparency.decisions')}</h3>
        <Facts
          facts={[
            ...decisions.map(({ act, count }): [string, string] => [t(`law.act.${act}`), number(count)]),
            ...rest,
          ]}
        />
      </section>
      {hasNotices ? (
        <section className="stack" aria-labelledby="notices">
          <h3 id="notices">{t('law.transparency.notices')}</h3>
          <Facts facts={noticed} />
        </section>
      ) : null}
      <p>
        <a className="btn" href={`/api/transparency.csv?year=${data.year}`} download>
          {t('law.transparency.csv')}
        </a>
      </p>
    </>
  );
}

function Facts({ facts }: { facts: readonly [string, string][] }) {
  return (
    <dl className="figures panel">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
