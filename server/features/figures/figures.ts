import { FIGURE_KINDS, FIGURE_MONTHS, type ReadingFigures } from '#contract/figures.ts';
import type { Locale } from '#contract/locales.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import type { Db } from '#server/db/database.ts';
import type { VisibilityScope } from '#server/db/visible.ts';
import { countReading, topTerms, type CountedMonth } from './queries.ts';
import { lastMonths } from './rules.ts';

const NOTHING: Omit<CountedMonth, 'place'> = { comics: 0, chapters: 0, pages: 0, seconds: 0, since: null };

/**
 * The figures of a member's reading, by the months of a time zone. Terms are those of comics that `seeing` is shown, of kinds
 * that its site has.
 */
export async function figuresFor(
  db: Db,
  userId: number,
  seeing: Pick<VisibilityScope, 'site' | 'rating' | 'hidden' | 'blocked' | 'limit'> & { readonly locale: Locale },
  zone: string,
  now: Date,
): Promise<ReadingFigures> {
  const months = lastMonths(now, zone, FIGURE_MONTHS);
  const counted = await countReading(
    db,
    userId,
    months.map(({ start }) => start),
  );
  const kinds = FIGURE_KINDS.filter((kind) => seeing.site.features.includes(KIND_PATHS[kind]));
  const countsAt = (place: number | null) => {
    const { place: _place, ...counts } = counted.find((each) => each.place === place) ?? { place, ...NOTHING };
    return counts;
  };
  return {
    ...countsAt(null),
    zone,
    months: months.map(({ month }, at) => {
      const { since: _since, ...counts } = countsAt(at + 1);
      return { month, ...counts };
    }),
    terms: await topTerms(db, userId, seeing, seeing.locale, kinds),
  };
}
