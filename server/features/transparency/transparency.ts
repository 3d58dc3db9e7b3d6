import type { Transparency } from '#contract/transparency.ts';
import type { Db } from '#server/db/database.ts';
import { countFigures, reportedYears } from './queries.ts';

/** How the site was moderated in a year; without one in the newest there is something to tell of, else in this one. */
export async function getTransparency(db: Db, now: Date, asked: number | undefined): Promise<Transparency> {
  const years = await reportedYears(db);
  const year = asked ?? years[0] ?? now.getUTCFullYear();
  const { decided_by_site: bySite, ...figures } = await countFigures(db, year);
  const alone = figures.blocked + figures.withdrawn;
  const automated = alone + bySite;
  const all = alone + figures.decisions.reduce((sum, { count }) => sum + count, 0);
  return { year, years, ...figures, automated, automated_share: all === 0 ? 0 : automated / all };
}

/** The same as CSV (RFC 4180): one figure a row. Names are those of the API in every language, so that years can be compared. */
export function toCsv({
  year,
  reports,
  decisions,
  notices,
  blocked,
  withdrawn,
  suspended,
  automated,
  automated_share: share,
}: Transparency): string {
  const rows: (string | number)[][] = [
    ['year', 'section', 'name', 'figure', 'value'],
    ...reports.flatMap(({ reason, ...figures }) =>
      Object.entries(figures).map(([figure, value]) => [year, 'reports', reason, figure, value ?? '']),
    ),
    ...decisions.map(({ act, count }) => [year, 'decisions', act, 'count', count]),
    ...Object.entries(notices).map(([figure, value]) => [year, 'notices', 'all', figure, value ?? '']),
    ...Object.entries({ blocked, withdrawn, suspended, automated, automated_share: share }).map(([figure, value]) => [
      year,
      'site',
      'all',
      figure,
      value,
    ]),
  ];
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
}
