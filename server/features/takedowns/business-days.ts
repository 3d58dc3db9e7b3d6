import { utcDay } from '#contract/utc-day.ts';
const DAY = 86_400_000;
/** Milliseconds by which Honolulu, where days of the United States end last, is behind UTC. */
const WEST = 10 * 3_600_000;

/**
 * The moment so many business days after another, at the same time of day. Saturdays, Sundays and the federal holidays
 * of the United States are none (5 U.S.C. 6103), and days are those of Honolulu, so that nothing comes back before its time.
 */
export function businessDaysAfter(from: Date, days: number): Date {
  let at = from.getTime();
  for (let left = days; left > 0;) {
    at += DAY;
    if (isBusinessDay(new Date(at - WEST))) {
      left -= 1;
    }
  }
  return new Date(at);
}

function isBusinessDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidaysIn(day.getUTCFullYear()).has(utcDay(day));
}

/** Monday to Friday as 1 to 5. */
const [MONDAY, THURSDAY] = [1, 4];

function holidaysIn(year: number): Set<string> {
  // New Year's Day of the next year is kept on the 31st of December where it is a Saturday.
  const fixed = [
    [year, 0, 1],
    [year + 1, 0, 1],
    [year, 5, 19],
    [year, 6, 4],
    [year, 10, 11],
    [year, 11, 25],
  ] as const;
  const moving = [
    nth(year, 0, MONDAY, 3),
    nth(year, 1, MONDAY, 3),
    last(year, 4, MONDAY),
    nth(year, 8, MONDAY, 1),
    nth(year, 9, MONDAY, 2),
    nth(year, 10, THURSDAY, 4),
  ];
  return new Set(
    [...fixed.map(([y, month, day]) => observedOn(new Date(Date.UTC(y, month, day)))), ...moving].map((day) =>
      utcDay(day),
    ),
  );
}

/** A holiday on a Saturday is kept on the Friday before, one on a Sunday on the Monday after. */
function observedOn(day: Date): Date {
  const shift = day.getUTCDay() === 6 ? -1 : day.getUTCDay() === 0 ? 1 : 0;
  return new Date(day.getTime() + shift * DAY);
}

function nth(year: number, month: number, weekday: number, which: number): Date {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return new Date(Date.UTC(year, month, 1 + ((weekday - first + 7) % 7) + (which - 1) * 7));
}

function last(year: number, month: number, weekday: number): Date {
  const end = new Date(Date.UTC(year, month + 1, 0));
  return new Date(end.getTime() - ((end.getUTCDay() - weekday + 7) % 7) * DAY);
}
