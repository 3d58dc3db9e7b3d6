/** A month of a time zone, `YYYY-MM`, and its first moment. */
export interface Month {
  month: string;
  start: Date;
}

/** The last `count` months of a time zone, the one of `now` last. */
export function lastMonths(now: Date, zone: string, count: number): Month[] {
  const clock = wallClock(zone);
  const today = new Date(clock(now.getTime()));
  return Array.from({ length: count }, (_each, at) => {
    const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (count - 1 - at), 1);
    // How far the clocks are ahead is looked up at the moment itself: they may have been put forward or back since.
    const guess = first - (clock(first) - first);
    const midnight = first - (clock(guess) - guess);
    // Where there is no midnight, because they are put forward then, the month begins as late.
    const start = new Date(midnight + Math.max(0, first - clock(midnight)));
    return { month: new Date(first).toISOString().slice(0, 7), start };
  });
}

/** Tells the time on the clocks of a zone at a moment, as if they were those of UTC; both in ms since 1970. */
function wallClock(zone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  };
}
