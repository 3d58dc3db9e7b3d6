import { useCallback, useEffect, useMemo, useState } from 'react';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import type { MultiSelect, MultiSelectOption, Selection } from '#web/ui/filter/choice-row.tsx';
import { Multi } from '#web/ui/filter/multi-select.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useDelayedFlag } from '#web/ui/feedback/use-delayed-flag.ts';
import { useFindLabel, useMultiLabels } from './choice-names.ts';
import { SINGLE_PATHS, type FilterPath, type Filters } from './filters.ts';
import type { Listing } from './listing-state.ts';
import { ShowButton } from './show-button.tsx';
import { useOptions } from './use-options.ts';

interface Props {
  path: FilterPath;
  listing: Listing;
  /** The terms the address has chosen. */
  picks: readonly MultiSelectOption[];
  isOpen: boolean;
  pending: () => Filters;
}

/** Of so few choices none has to be looked for. */
const FEW = 12;

/** The terms of a kind as the server offers them under what is ticked now: found by typing, counted, picked by mouse or keys. */
export function TermChoices({ path, listing: { fixed, favorites }, picks: before, isOpen, pending }: Props) {
  const t = useTranslate();
  const locale = useLocale();
  const labels = useMultiLabels();
  const findLabel = useFindLabel(path);
  const [picks, setPicks] = useState(before);
  const [find, setFind] = useState('');
  const { found, hasFailed, retry } = useOptions({ of: path, isOpen, find, pending, fixed, favorites, ticks: picks });
  const slow = useDelayedFlag(isOpen && !found && !hasFailed);
  const names = useMemo(() => ({ in: path, out: `not_${path}` }), [path]);
  const choices = useMemo(
    () =>
      (found?.options ?? [])
        .filter(({ value }) => fixed?.path !== path || String(fixed.id) !== value)
        .map(({ value, name, color, icon, count }): MultiSelect => ({
          value,
          name: name ?? value,
          icon,
          color: path === 'tags' ? color : undefined,
          count: count === null ? undefined : formatNumber(locale, count),
        })),
    [found, fixed, path, locale],
  );
  useCountAnnouncement(found?.total, picks === before ? null : 'comics');
  useCountAnnouncement(found && find !== '' ? choices.length : undefined, 'choices');

  const pick = useCallback(
    (choice: MultiSelect, picked: Selection) =>
      setPicks((now) => {
        const others = now.filter(({ value }) => value !== choice.value);
        return now.some((each) => each.value === choice.value && each.picked === picked)
          ? others
          : [...others, { ...choice, picked }];
      }),
    [],
  );

  const isFindable = !SINGLE_PATHS.includes(path) || find !== '' || choices.length > FEW;
  return (
    <Multi
      label={t(`latest.filters.${path}`)}
      names={names}
      labels={labels}
      choices={choices}
      picks={picks}
      onPick={pick}
      chosenLabel={t('latest.filters.chosen')}
      removeLabel={(name) => t('latest.chip.remove', { name })}
      keys={t('latest.filters.keys')}
      find={isFindable ? { label: findLabel, value: find, onChange: setFind } : null}
      instead={
        hasFailed ? (
          <div className="filters__wait" role="alert">
            <p>{t('latest.filters.failed')}</p>
            <Button onClick={retry}>{t('latest.retry')}</Button>
          </div>
        ) : !found ? (
          <div className="filters__wait" role="status" aria-label={t('latest.filters.loading')}>
            {slow ? (
              <>
                <Skeleton width="70%" />
                <Skeleton width="45%" />
                <Skeleton width="60%" />
              </>
            ) : null}
          </div>
        ) : choices.length === 0 ? (
          <p className="filters__wait muted">
            {find === '' ? t('latest.filters.none') : t('taxonomy.empty.title', { query: find })}
          </p>
        ) : undefined
      }
      foot={
        <>
          <Button look={['ghost']} onClick={() => setPicks([])}>
            {t('latest.filters.clear')}
          </Button>
          <ShowButton total={found?.total ?? null} />
        </>
      }
    />
  );
}

/** Tells people who listen a number that changed; nothing while `of` is null. */
function useCountAnnouncement(count: number | null | undefined, of: 'comics' | 'choices' | null): void {
  const t = useTranslate();
  useEffect(() => {
    if (count === null || count === undefined || of === null) return;
    announce(of === 'comics' ? t('latest.count', { count }) : t('latest.filters.options', { count }));
    // oxlint-disable-next-line react/exhaustive-deps -- told when the number changes, and then only
  }, [count]);
}
