import { useMemo } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { MultiLabels, MultiSelectOption } from '#web/ui/filter/choice-row.tsx';
import type { Choice } from './filter-choices.ts';
import type { FilterPath, Filters } from './filters.ts';
import type { Listing } from './listing-state.ts';

/** Names a choice as people know it; a term nobody knows by its number. */
export function useChoiceName({ chosen }: Pick<Listing, 'chosen'>): (choice: Choice) => string {
  const t = useTranslate();
  return ({ kind, path, value }) => {
    switch (kind) {
      case 'q':
        return t('latest.chip.query', { query: value });
      case 'statuses':
        return t(`latest.status.${value as Filters['statuses'][number]}`);
      case 'attributes':
        return t(`latest.attribute.${value as Filters['attributes'][number]}`);
      default:
        return chosen[path!]?.find(({ id }) => id === value)?.name ?? `#${value}`;
    }
  };
}

/** The terms of a kind that the filters name, as they were chosen. */
export function listPicks(
  path: FilterPath,
  { filters: { include, exclude }, chosen }: Pick<Listing, 'filters' | 'chosen'>,
): MultiSelectOption[] {
  const pick =
    (picked: MultiSelectOption['picked']) =>
    (id: number): MultiSelectOption => ({
      value: String(id),
      picked,
      name: chosen[path]?.find((term) => term.id === id)?.name ?? `#${id}`,
    });
  return [...(include[path] ?? []).map(pick('in')), ...(exclude[path] ?? []).map(pick('out'))];
}

/** The labels of the boxes of a term; the same functions as long as the locale is. */
export function useMultiLabels(): MultiLabels {
  const t = useTranslate();
  return useMemo(
    () => ({
      in: (name) => t('latest.filters.include', { name }),
      out: (name) => t('latest.filters.exclude', { name }),
    }),
    [t],
  );
}

/** The label of the field that looks for a term of a kind. */
export function useFindLabel(path: FilterPath): string {
  const t = useTranslate();
  return path === 'languages' || path === 'categories'
    ? t('latest.filters.find')
    : t('taxonomy.search', { kind: path });
}
