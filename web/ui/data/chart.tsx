import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { labelPlaces, plotLines, ticksUpTo } from './chart-scale.ts';
import './chart.css';

/** A row of values with its name; null where nothing is known. */
export interface PlotSeries {
  name: string;
  values: readonly (number | null)[];
}

interface Props {
  /** The label, for people who listen. */
  label: string;
  kind: 'line' | 'bar';
  /** The labels of the values, one a value, as a table and a reader of one value say it; and shorter, below the plot. */
  places: readonly string[];
  shortPlaces: readonly string[];
  /** One row, or up to four. */
  series: readonly PlotSeries[];
  /** A value as it is read, and as it stands beside the scale. */
  format: (value: number) => string;
  formatTick: (value: number) => string;
  /** The word for a value that is not known. */
  unknown: string;
  /** The button that shows the values as a table, and the heads of its columns. */
  words: { table: string; place: string };
}

const [WIDTH, HEIGHT] = [600, 160];
/** Labels that fit below a plot. */
const ROOM = 4;

/**
 * Values over time, drawn: lines or bars over a scale from 0. A pointer, or the arrow keys, read one place at a time; below stand
 * the same values as a table, opened by a press. Time runs with the script: from right to left where that does.
 */
export function Plot({ label, kind, places, shortPlaces, series, format, formatTick, unknown, words }: Props) {
  const t = useTranslate();
  const [read, setRead] = useState<number | null>(null);
  const title = useId();
  const count = places.length;
  const ticks = ticksUpTo(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const top = ticks.at(-1) ?? 1;
  const step = WIDTH / Math.max(1, count);
  const x = (at: number) => (at + 0.5) * step;
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const shown = Math.min(read ?? count - 1, count - 1);
  const valueAt = ({ values }: PlotSeries, at: number) => {
    const value = values[at] ?? null;
    return value === null ? unknown : format(value);
  };
  const description = t('site.labelled', {
    label: places[shown] ?? '',
    value: series
      .map((each) => (series.length === 1 ? valueAt(each, shown) : `${each.name} ${valueAt(each, shown)}`))
      .join(', '),
  });

  const onPointer = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width, right } = currentTarget.getBoundingClientRect();
    const along = getComputedStyle(currentTarget).direction === 'rtl' ? right - clientX : clientX - left;
    setRead(Math.max(0, Math.min(count - 1, Math.floor((along / width) * count))));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight';
    const to = {
      [forward]: shown + 1,
      ArrowUp: shown + 1,
      [back]: shown - 1,
      ArrowDown: shown - 1,
      Home: 0,
      End: count - 1,
      PageUp: shown + 7,
      PageDown: shown - 7,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setRead(Math.max(0, Math.min(count - 1, to)));
  };

  return (
    <div className="chart">
      <p className="chart__read" id={title}>
        <span className="muted">{places[shown]}</span>
        {series.map((each, at) => (
          <span key={each.name}>
            {series.length > 1 ? (
              <>
                <i className={`chart__key chart__key--${at + 1}`} />
                <span className="muted">{each.name}</span>
              </>
            ) : null}{' '}
            <b>{valueAt(each, shown)}</b>
          </span>
        ))}
      </p>
      <div className="chart__box">
        <div className="chart__scale" aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{formatTick(tick)}</span>
          ))}
        </div>
        <div
          className="chart__area"
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, count - 1)}
          aria-valuenow={shown}
          aria-valuetext={description}
          onKeyDown={onKeyDown}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={() => setRead(null)}
          onBlur={() => setRead(null)}
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {ticks.map((tick) => (
              <path key={tick} className="chart__line" d={`M0 ${y(tick)}H${WIDTH}`} />
            ))}
            {read === null ? null : <path className="chart__here" d={`M${x(shown)} 0V${HEIGHT}`} />}
            {series.map((each, at) =>
              kind === 'bar' ? (
                <path key={each.name} className={`chart__bars chart__bars--${at + 1}`} d={barsPath(each, step, y)} />
              ) : (
                <Lines key={each.name} series={each} at={at} fill={series.length === 1} step={step} x={x} y={y} />
              ),
            )}
          </svg>
          {kind === 'line'
            ? series.map((each, at) => {
                const value = each.values[shown] ?? null;
                return value === null || read === null ? null : (
                  <i
                    key={each.name}
                    className={`chart__dot chart__dot--${at + 1}`}
                    style={{
                      insetInlineStart: `${(x(shown) / WIDTH) * 100}%`,
                      insetBlockStart: `${(y(value) / HEIGHT) * 100}%`,
                    }}
                  />
                );
              })
            : null}
        </div>
        <div className="chart__places" aria-hidden="true">
          {labelPlaces(count, ROOM).map((at) => (
            <span key={at}>{shortPlaces[at]}</span>
          ))}
        </div>
      </div>
      <details className="chart__values">
        <summary>
          <Icon name="down" className="icon--s" />
          {words.table}
        </summary>
        <div className="chart__table" role="group" aria-label={words.table} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.place}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {places
                .map((place, at) => ({ place, at }))
                .toReversed()
                .map(({ place, at }) => (
                  <tr key={place}>
                    <th scope="row">{place}</th>
                    {series.map((each) => (
                      <td key={each.name}>{valueAt(each, at)}</td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}

interface ChartScale {
  x: (at: number) => number;
  y: (value: number) => number;
}

/** The lines of one row, and what lies below them where it is the only one. */
function Lines({
  series: { values },
  at,
  fill,
  step,
  x,
  y,
}: ChartScale & { series: PlotSeries; at: number; fill: boolean; step: number }) {
  const lines = plotLines(values).map((places) => places.map((place) => `${x(place)} ${y(values[place] ?? 0)}`));
  const drawn = lines
    .map((points) => (points.length === 1 ? `M${points[0]}m${-step / 2} 0h${step}` : `M${points.join('L')}`))
    .join('');
  const below = plotLines(values)
    .map((places, line) => `M${x(places[0]!)} ${HEIGHT}L${lines[line]!.join('L')}L${x(places.at(-1)!)} ${HEIGHT}Z`)
    .join('');
  return (
    <>
      {fill ? <path className="chart__below" d={below} /> : null}
      <path className={`chart__lines chart__lines--${at + 1}`} d={drawn} />
    </>
  );
}

function barsPath({ values }: PlotSeries, step: number, y: (value: number) => number): string {
  return values
    .map((value, at) =>
      value === null || value === 0 ? '' : `M${at * step + step * 0.15} ${HEIGHT}V${y(value)}h${step * 0.7}V${HEIGHT}Z`,
    )
    .join('');
}
