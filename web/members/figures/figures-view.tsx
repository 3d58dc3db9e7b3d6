import { useState, type CSSProperties } from 'react';
import { FIGURE_KINDS, MAX_FIGURE_COMICS, type ReadingFigures } from '#contract/figures.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import { dateFormat, formatCompact, formatDate, formatDuration, formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Panel } from '#web/ui/basic/card.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Plot } from '#web/ui/data/chart.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import './figures-view.css';

const PLOTTED = ['chapters', 'pages', 'time'] as const;

/** Figures of reading: sums, months, and of each kind of term those that were read most. */
export function FiguresView({ figures }: { figures: ReadingFigures }) {
  const t = useTranslate();
  const locale = useLocale();
  const { comics, chapters, pages, seconds, since, terms, zone } = figures;
  if (since === null) return <EmptyState title={t('figures.empty')} text={t('figures.emptyText')} />;
  const sums = [
    ['comics', formatNumber(locale, comics)],
    ['chapters', formatNumber(locale, chapters)],
    ['pages', formatNumber(locale, pages)],
    ['time', formatDuration(locale, seconds)],
  ] as const;
  return (
    <>
      <dl className="reading-sums">
        {sums.map(([name, value]) => (
          <div key={name} className="panel">
            <dt>{t(`figures.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="muted small">
        <p>{t('figures.since', { date: formatDate(locale, since) })}</p>
        <p>{t('figures.timeText', { zone })}</p>
      </div>
      <Months figures={figures} />
      {comics > MAX_FIGURE_COMICS ? (
        <p className="muted small">{t('figures.last', { count: MAX_FIGURE_COMICS })}</p>
      ) : null}
      <div className="reading-terms">
        {FIGURE_KINDS.map((kind) => ({ kind, found: terms.filter((term) => term.kind === kind) }))
          .filter(({ found }) => found.length > 0)
          .map(({ kind, found }) => (
            <Terms key={kind} kind={kind} terms={found} />
          ))}
      </div>
    </>
  );
}

/** One of the sums, month by month. */
function Months({ figures: { months } }: { figures: ReadingFigures }) {
  const t = useTranslate();
  const locale = useLocale();
  const [shown, setShown] = useState<(typeof PLOTTED)[number]>('chapters');
  const name = t(`figures.${shown}`);
  const write = (month: string, style: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...style, timeZone: 'UTC' }).format(new Date(`${month}-01`));
  return (
    <Panel
      title={t('figures.months')}
      more={
        <Segmented
          label={t('figures.months')}
          value={shown}
          choices={PLOTTED.map((value) => ({ value, label: t(`figures.${value}`) }))}
          onChange={setShown}
        />
      }
    >
      <Plot
        label={name}
        kind="bar"
        places={months.map(({ month }) => write(month, { year: 'numeric', month: 'long' }))}
        shortPlaces={months.map(({ month }) => write(month, { year: '2-digit', month: 'short' }))}
        series={[{ name, values: months.map((each) => (shown === 'time' ? each.seconds / 3600 : each[shown])) }]}
        format={(value) => (shown === 'time' ? formatDuration(locale, value * 3600) : formatNumber(locale, value))}
        formatTick={(value) => formatCompact(locale, value)}
        unknown={t('figures.none')}
        words={{ table: t('figures.table'), place: t('figures.month') }}
      />
    </Panel>
  );
}

function Terms({ kind, terms }: { kind: (typeof FIGURE_KINDS)[number]; terms: ReadingFigures['terms'] }) {
  const t = useTranslate();
  const links = useAddresses();
  const most = terms[0]?.comics ?? 1;
  return (
    <Panel title={kind === 'language' ? t('figures.languages') : t(`taxonomy.title.${KIND_PATHS[kind]}`)}>
      <ol className="reading-top">
        {terms.map(({ id, slug, name, comics }) => (
          <li key={id} style={{ '--part': `${(comics / most) * 100}%` } as CSSProperties}>
            <Link to={links.term(kind, slug)}>
              <bdi>{name}</bdi>
            </Link>
            <span>{t('figures.inComics', { count: comics })}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
