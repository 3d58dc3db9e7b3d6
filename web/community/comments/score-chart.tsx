import type { Scores } from '#contract/reviews.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import './score-chart.css';

/** How a comic is scored: the mean, and how many gave which score, the best first. */
export function ScoreChart({ scores: { average, ratings, counts } }: { scores: Scores }) {
  const t = useTranslate();
  const locale = useLocale();
  if (average === null) return <p className="muted">{t('library.rating.none')}</p>;
  const most = Math.max(...counts);
  return (
    <div className="score-chart">
      <p className="score-chart__mean">
        <b className="num">{formatNumber(locale, average)}</b>
        <span className="muted small">
          {t('library.rating.average', { average: formatNumber(locale, average), count: ratings })}
        </span>
      </p>
      <ol className="score-chart__bars" aria-label={t('reviews.scores')}>
        {counts
          .map((count, at) => (
            <li key={at}>
              <span className="num" aria-hidden="true">
                {formatNumber(locale, at + 1)}
              </span>
              <span className="score-chart__bar" aria-hidden="true">
                <span style={{ inlineSize: `${(100 * count) / most}%` }} />
              </span>
              <span className="num muted small" aria-hidden="true">
                {formatNumber(locale, count)}
              </span>
              <span className="visually-hidden">{t('reviews.gave', { score: at + 1, count })}</span>
            </li>
          ))
          .reverse()}
      </ol>
    </div>
  );
}
