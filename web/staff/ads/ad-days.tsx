import type { AdDetail } from '#contract/ads.ts';
import { formatDate, numberFormat } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { useCountColumns } from './count-columns.ts';

/** How often an ad was seen and clicked on each of the last 30 days. */
export function AdDays({ days }: { days: AdDetail['days'] }) {
  const t = useTranslate();
  const locale = useLocale();
  const counts = useCountColumns();
  const part = (clicks: number, views: number) =>
    views === 0 ? '–' : numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(clicks / views);
  return (
    <Panel title={t('admin.ads.days')}>
      {days.length === 0 ? (
        <p className="muted">{t('admin.ads.days.none')}</p>
      ) : (
        <Table
          label={t('admin.ads.days')}
          rows={days}
          keyFor={({ day }) => day}
          columns={[
            { name: 'day', label: t('admin.ads.day'), place: 'main', cell: ({ day }) => formatDate(locale, day) },
            ...counts,
            {
              name: 'rate',
              label: t('admin.ads.rate'),
              place: 'labelled',
              end: true,
              cell: ({ clicks, views }) => part(clicks, views),
            },
          ]}
        />
      )}
    </Panel>
  );
}
