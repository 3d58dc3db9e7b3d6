import type { CSSProperties } from 'react';
import { type CounterKind, COUNTER_KINDS, type Dashboard, DASHBOARD_DAYS, STORAGE_KINDS } from '#contract/dashboard.ts';
import type { Feature } from '#contract/site.ts';
import { apiGet } from '#web/platform/api/api.ts';
import {
  dateFormat,
  formatBytes,
  formatCompact,
  formatDate,
  formatNumber,
  numberFormat,
} from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Plot } from '#web/ui/data/chart.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { SetupReminder } from '#web/staff/first-start/setup-reminder.tsx';
import './dashboard.css';

type Data = Dashboard & { window: number };

/** Loads the figures of the window the address names; a month without one. */
export async function load({ request, query }: SectionArgs): Promise<Data> {
  const window = DASHBOARD_DAYS.find((days) => String(days) === query.get('days')) ?? 30;
  return { window, ...(await apiGet<Dashboard>('/admin/dashboard', { request, params: { days: window } })) };
}

/** Counters that exist only where the site has a feature. */
const COUNTED_WITH: Partial<Record<CounterKind, Feature>> = { comments: 'comments', downloads: 'downloads' };
/** Sums beside each other are drawn as bars up to so many days, then as lines. */
const BARS_UP_TO = 30;

/** The figures on the site lately, and what waits for someone. */
export function Section({ data }: SectionProps<Data>) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const { features } = useSite();
  const { window, days, counted, before, stored, top, waiting } = data;
  const places = days.map((day) => formatDate(locale, day));
  const short = dateFormat(locale, {
    ...(window === 365 ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' }),
    timeZone: 'UTC',
  });
  const shared = {
    places,
    shortPlaces: days.map((day) => short.format(new Date(day))),
    unknown: '–',
    words: { table: t('admin.dashboard.table'), place: t('admin.dashboard.day') },
  };
  return (
    <>
      <SetupReminder />
      <header className="row row--between">
        <h1>{t('admin.title.dashboard')}</h1>
        <nav className="dashboard__days" aria-label={t('admin.dashboard.window')}>
          {DASHBOARD_DAYS.map((each) => (
            <Link
              key={each}
              to={links.admin(null, null, null, each === 30 ? {} : { days: each })}
              aria-current={each === window ? 'page' : undefined}
              preventScrollReset
            >
              {t('admin.dashboard.days', { count: each })}
            </Link>
          ))}
        </nav>
      </header>
      <Waiting waiting={waiting} />
      <div className="dashboard">
        {COUNTER_KINDS.filter((name) => COUNTED_WITH[name] === undefined || features.includes(COUNTED_WITH[name])).map(
          (name) => (
            <Panel
              key={name}
              title={t(`admin.dashboard.${name}`)}
              more={<Sum name={name} values={counted[name]} before={before[name]} />}
            >
              <Plot
                {...shared}
                label={t(`admin.dashboard.${name}`)}
                kind={name === 'views' || name === 'readers' || window > BARS_UP_TO ? 'line' : 'bar'}
                series={[{ name: t(`admin.dashboard.${name}`), values: counted[name] }]}
                format={(value) => formatNumber(locale, value)}
                formatTick={(value) => formatCompact(locale, value)}
              />
            </Panel>
          ),
        )}
        <Panel title={t('admin.dashboard.storage')}>
          <Plot
            {...shared}
            label={t('admin.dashboard.storage')}
            kind="line"
            format={(value) => formatBytes(locale, value)}
            formatTick={(value) => formatBytes(locale, value)}
            series={STORAGE_KINDS.map((name) => ({ name: t(`admin.storage.${name}`), values: stored[name] }))}
          />
        </Panel>
        <Panel title={t('admin.dashboard.top')}>
          {top.length === 0 ? (
            <p className="muted">{t('admin.dashboard.nothing')}</p>
          ) : (
            <ol className="dashboard__top">
              {top.map(({ id, slug, title, views }) => (
                <li key={id} style={{ '--part': `${(views / (top[0]?.views || 1)) * 100}%` } as CSSProperties}>
                  <Link to={links.comic(slug)}>
                    <bdi>{title}</bdi>
                  </Link>
                  <span>{t('admin.dashboard.read', { count: views })}</span>
                </li>
              ))}
            </ol>
          )}
        </Panel>
      </div>
    </>
  );
}

/** The sum of a window, and how much more or less that is than the one before. */
function Sum({
  name,
  values,
  before,
}: {
  name: CounterKind;
  values: readonly (number | null)[];
  before: number | null;
}) {
  const t = useTranslate();
  const locale = useLocale();
  const sum = values.reduce<number>((all, each) => all + (each ?? 0), 0);
  const change = before === null || before === 0 ? null : (sum - before) / before;
  return (
    <span className="dashboard__sum" data-figure={name}>
      <b>{formatNumber(locale, sum)}</b>
      {change === null ? null : (
        <span className="muted" title={t('admin.dashboard.before', { count: before ?? 0 })}>
          {numberFormat(locale, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 }).format(
            change,
          )}
        </span>
      )}
    </span>
  );
}

/** The items that wait for someone, each leading to where it is done. */
function Waiting({ waiting }: { waiting: Dashboard['waiting'] }) {
  const t = useTranslate();
  const links = useAddresses();
  const to = {
    reports: links.moderation('queue', { kind: 'report' }),
    comments: links.moderation('queue', { kind: 'comment' }),
    reviews: links.moderation('queue', { kind: 'review' }),
    takedowns: links.moderation('queue', { kind: 'takedown' }),
    jobs: links.admin('jobs', null, null, { state: 'failed' }),
  };
  const names = (Object.keys(to) as (keyof typeof to)[]).filter((name) => waiting[name] > 0);
  if (names.length === 0) {
    return (
      <p className="row muted">
        <Icon name="check" />
        {t('admin.dashboard.calm')}
      </p>
    );
  }
  return (
    <ul className="dashboard__waiting" aria-label={t('admin.dashboard.waiting')}>
      {names.map((name) => (
        <li key={name}>
          <Link to={to[name]} className={name === 'jobs' ? 'is-bad' : undefined}>
            {t(`admin.dashboard.waiting.${name}`, { count: waiting[name] })}
            <Icon name="next" className="flip icon--s" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
