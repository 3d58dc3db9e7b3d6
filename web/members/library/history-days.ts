import { dateFormat, formatDate, formatDaysAgo } from '#web/platform/i18n/format.ts';
import { useLocale } from '#web/platform/i18n/i18n.tsx';

/** Things of one day, under its name. */
export interface HistoryDay<Item> {
  name: string;
  items: Item[];
}

/** Things in order, by the days (of the visitor's clock) at which `at` says they happened: "today", "3 days ago", a date. */
export function useDays<Item>(items: readonly Item[], at: (item: Item) => string): HistoryDay<Item>[] {
  const locale = useLocale();
  const days = new Map<string, HistoryDay<Item>>();
  for (const item of items) {
    const day = localDay(new Date(at(item)));
    const known = days.get(day);
    if (known) {
      known.items.push(item);
      continue;
    }
    days.set(day, {
      name: formatDaysAgo(locale, day, new Date(localDay(new Date()))) ?? formatDate(locale, day),
      items: [item],
    });
  }
  return [...days.values()];
}

/** A calendar date (`2026-08-09`) as the visitor's clock has it. */
function localDay(date: Date): string {
  return dateFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(date);
}
