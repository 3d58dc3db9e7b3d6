import { useState } from 'react';
import { STATUSES } from '#contract/comics.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Check } from '#web/ui/choice/checkbox.tsx';
import { Pill } from '#web/ui/filter/filter-pill.tsx';
import { ATTRIBUTES, type Filters } from './filters.ts';
import type { Listing } from './listing-state.ts';
import { ShowButton } from './show-button.tsx';
import { useOptions } from './use-options.ts';

interface Props {
  name: 'statuses' | 'attributes';
  listing: Listing;
  pending: () => Filters;
}

/** A pill of choices that are always the same, each with how many comics it lists. */
export function FixedPill({ name, listing: { filters, fixed, favorites }, pending }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [ticks, setTicks] = useState(0);
  const { found } = useOptions({ of: name, isOpen, find: '', pending, fixed, favorites, ticks });
  const active: readonly string[] = filters[name];
  const rows =
    name === 'statuses'
      ? STATUSES.map((value) => ({ value, label: t(`latest.status.${value}`) }))
      : ATTRIBUTES.map((value) => ({ value, label: t(`latest.attribute.${value}`) }));
  return (
    <Pill
      narrow
      label={t(`latest.filters.${name}`)}
      count={active.length > 0 ? formatNumber(locale, active.length) : undefined}
      closeLabel={t('latest.filters.close')}
      onToggle={setOpen}
    >
      <fieldset key={active.join()} aria-label={t(`latest.filters.${name}`)} onChange={() => setTicks(ticks + 1)}>
        {rows.map(({ value, label }) => {
          const count = found?.options.find((option) => option.value === value)?.count;
          return (
            // A control called `attributes` would hide the form's own property of that name.
            <Check
              key={value}
              name={name === 'statuses' ? name : 'attributes[]'}
              value={value}
              checked={active.includes(value)}
            >
              <span className="filters__name">{label}</span>
              {count === null || count === undefined ? null : (
                <span className="muted small num">{formatNumber(locale, count)}</span>
              )}
            </Check>
          );
        })}
      </fieldset>
      <ShowButton wide total={found?.total ?? null} />
    </Pill>
  );
}
