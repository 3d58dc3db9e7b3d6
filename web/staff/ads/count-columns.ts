import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { Column } from '#web/ui/data/table.tsx';

/** The columns that say how often something was seen and clicked. */
export function useCountColumns(): readonly Column<{ views: number; clicks: number }>[] {
  const t = useTranslate();
  const locale = useLocale();
  return (['views', 'clicks'] as const).map((name) => ({
    name,
    label: t(`admin.ads.${name}`),
    place: 'labelled',
    end: true,
    cell: (row) => formatNumber(locale, row[name]),
  }));
}
