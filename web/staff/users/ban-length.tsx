import { useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Select } from '#web/ui/choice/select.tsx';

const DAYS = ['1', '7', '30', '90', ''] as const;

/** For how many days; `length` of its form, empty for ever. */
export function BanLength() {
  const t = useTranslate();
  const [days, choose] = useState<(typeof DAYS)[number]>('7');
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {t('moderation.ban.length')}
      </span>
      <Select
        name="length"
        label={t('moderation.ban.length')}
        value={days}
        onChange={choose}
        choices={DAYS.map((value) => ({
          value,
          label: value === '' ? t('moderation.ban.ever') : t('moderation.ban.days', { count: Number(value) }),
        }))}
      />
    </div>
  );
}

/** When so many days from now are over, ISO 8601; null for never. */
export function banEnd(days: string): string | null {
  return days === '' ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
}
