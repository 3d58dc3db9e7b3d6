import { useState } from 'react';
import { Link } from 'react-router';
import type { Term } from '#contract/taxonomy.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Multi, type MultiSelect, type MultiSelectOption } from '#web/ui/filter/multi-select.tsx';
import { Pill } from '#web/ui/filter/filter-pill.tsx';
import { useMultiLabels } from './choice-names.ts';
import type { FilterPath, Filters } from './filters.ts';
import type { Listing } from './listing-state.ts';
import { ShowButton } from './show-button.tsx';
import { TermChoices } from './term-choices.tsx';

interface Props {
  path: FilterPath;
  listing: Listing;
  addressFor: (filters: Filters) => string;
  /** The filters as the form has them now. */
  pending: () => Filters;
}

/**
 * The terms of a kind to include and exclude. In the browser they are asked for when the pill is opened; without
 * scripts the most frequent are in the page.
 */
export function TermPill({ path, listing, addressFor, pending }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const hydrated = useHydrated();
  const labels = useMultiLabels();
  const [isOpen, setOpen] = useState(false);
  const { filters, plain } = listing;
  const [wanted, unwanted] = [filters.include[path] ?? [], filters.exclude[path] ?? []];
  const active = wanted.length + unwanted.length;
  const label = t(`latest.filters.${path}`);
  const without = (ids: Filters['include']) =>
    Object.fromEntries(Object.entries(ids).filter(([each]) => each !== path));
  const picks = toOptions(path, listing);
  return (
    <Pill
      label={label}
      count={active > 0 ? formatNumber(locale, active) : undefined}
      closeLabel={t('latest.filters.close')}
      onToggle={setOpen}
    >
      {/* Begun anew when the address changes. */}
      {hydrated ? (
        <TermChoices
          key={`${wanted.join()};${unwanted.join()}`}
          path={path}
          listing={listing}
          picks={picks}
          isOpen={isOpen}
          pending={pending}
        />
      ) : null}
      <noscript>
        <Multi
          label={label}
          names={{ in: path, out: `not_${path}` }}
          labels={labels}
          picks={picks}
          choices={plainRows(path, listing, plain?.data[path] ?? [], locale)}
          foot={
            <>
              <Link
                className="btn btn--ghost"
                to={addressFor({
                  ...filters,
                  page: 1,
                  include: without(filters.include),
                  exclude: without(filters.exclude),
                })}
              >
                {t('latest.filters.clear')}
              </Link>
              <ShowButton total={null} />
            </>
          }
        />
      </noscript>
    </Pill>
  );
}

/** The terms the address has chosen of a kind. */
function toOptions(path: FilterPath, { filters: { include, exclude }, chosen }: Listing): MultiSelectOption[] {
  const pick =
    (picked: MultiSelectOption['picked']) =>
    (id: number): MultiSelectOption => ({
      value: String(id),
      picked,
      name: chosen[path]?.find((term) => term.id === id)?.name ?? `#${id}`,
    });
  return [...(include[path] ?? []).map(pick('in')), ...(exclude[path] ?? []).map(pick('out'))];
}

/** The rows for visitors without scripts: what is chosen and not among the most frequent stands first. */
function plainRows(path: FilterPath, listing: Listing, terms: readonly Term[], locale: string): MultiSelect[] {
  const { fixed } = listing;
  const rare = toOptions(path, listing).filter(({ value }) => !terms.some(({ id }) => String(id) === value));
  return [
    ...rare.map(({ value, name }) => ({ value, name, color: path === 'tags' ? null : undefined })),
    ...terms
      .filter(({ id }) => fixed?.path !== path || fixed.id !== id)
      .map(({ id, name, color, icon, comics_count: count }) => ({
        value: String(id),
        name,
        count: formatNumber(locale, count),
        color: path === 'tags' ? (color ?? null) : undefined,
        icon,
      })),
  ];
}
