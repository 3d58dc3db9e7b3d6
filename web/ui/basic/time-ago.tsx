import { useSyncExternalStore } from 'react';
import { formatDate, formatDaysAgo, formatExact, formatTimeAgo } from '#web/platform/i18n/format.ts';
import { useLocale } from '#web/platform/i18n/locale.ts';

const never = () => () => {};

/**
 * A date: relative up to a week (an instant of the last day by its minutes or hours), then the locale's date, the exact
 * time on hover. `date` is a calendar date (`2026-08-09`) or an instant. What server and browser render first is the same; the browser then says how long ago.
 */
export function When({ date }: { date: string }) {
  const locale = useLocale();
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const zone = inBrowser ? undefined : 'UTC';
  return (
    <time dateTime={date} title={formatExact(locale, date, zone)}>
      {(inBrowser ? (formatTimeAgo(locale, date, new Date()) ?? formatDaysAgo(locale, date, new Date())) : null) ??
        formatDate(locale, date)}
    </time>
  );
}
