import { useState } from 'react';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Pill } from '#web/ui/filter/filter-pill.tsx';
import { listPicks } from './choice-names.ts';
import type { FilterPath, Filters } from './filters.ts';
import type { Listing } from './listing-state.ts';
import { TermChoices } from './term-choices.tsx';

interface Props {
  path: FilterPath;
  listing: Listing;
  /** The filters as the form has them now. */
  pending: () => Filters;
}

/** The terms of a kind to include and exclude; they are asked for when the pill is opened. */
export function TermPill({ path, listing, pending }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  const picks = listPicks(path, listing);
  return (
    <>
      {/* A form that is sent before scripts answer, or without them, keeps these choices. */}
      {hydrated
        ? null
        : picks.map(({ picked, value }) => (
            <input key={value} type="hidden" name={picked === 'in' ? path : `not_${path}`} value={value} />
          ))}
      <Pill
        needsScript
        label={t(`latest.filters.${path}`)}
        count={picks.length > 0 ? formatNumber(locale, picks.length) : undefined}
        closeLabel={t('latest.filters.close')}
        onToggle={setOpen}
      >
        {/* Begun anew when the address changes. */}
        <TermChoices
          key={picks.map(({ picked, value }) => picked + value).join()}
          path={path}
          listing={listing}
          picks={picks}
          isOpen={isOpen}
          pending={pending}
        />
      </Pill>
    </>
  );
}
