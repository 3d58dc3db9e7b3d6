import { useRef, type FormEvent } from 'react';
import { Link, useNavigate, useNavigation } from 'react-router';
import { formatNumber } from '#web/i18n/format.ts';
import { useLocale, useT } from '#web/i18n/i18n.tsx';
import { useSite } from '#web/site.ts';
import { Button } from '#web/ui/button.tsx';
import { Check } from '#web/ui/check.tsx';
import { Flag } from '#web/ui/flag.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { closePill, Pill } from '#web/ui/pill.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import { ATTRIBUTES, DURATIONS, FILTER_PATHS, readFilters, SINGLE_PATHS, SORTS, STATUSES, type FilterPath, type Filters } from './filters.ts';
import { sortedBy } from './filter-choices.ts';
import type { Listing } from './listing-state.ts';
import { TermPill } from './term-pill.tsx';
import './filter-bar.css';

interface Props {
  listing: Listing;
  addressOf: (filters: Filters) => string;
}

/** Everything that chooses and orders a list: a GET form, which works by itself; scripts only make it quicker. */
export function FilterBar({ listing, addressOf }: Props) {
  const { filters, fixed } = listing;
  const t = useT();
  const locale = useLocale();
  const { features } = useSite();
  const navigate = useNavigate();
  const { location: coming } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  // While the list is on its way the controls show what was chosen already.
  const here = addressOf({ ...filters, page: 1 }).split('?')[0];
  const shown = coming && coming.pathname === here ? readFilters(coming.search) : filters;
  const go = (next: Filters) => void navigate(addressOf(next));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const pill = form.current?.querySelector<HTMLDetailsElement>('details[open]');
    if (pill) { closePill(pill); }
    go(readFilters(new URLSearchParams([...new FormData(form.current!)].map(([name, value]) => [name, value as string]))));
  };
  // Chance is offered by an address only: turning the order around means nothing to it.
  const isSortOffered = (sort: Filters['sort']) => (sort === 'relevance' ? shown.q !== '' : sort === 'favorites' ? features.includes('favorites') : sort !== 'random');
  const isOffered = (path: FilterPath) => features.includes(path) && !(SINGLE_PATHS.includes(path) && fixed?.path === path);
  const opposite = shown.order === 'desc' ? 'asc' : 'desc';
  const show = <Button type="submit" look={['primary']}>{t('latest.filters.show')}</Button>;
  const without = (ids: Filters['include'], path: FilterPath) => Object.fromEntries(Object.entries(ids).filter(([each]) => each !== path));

  return (
    <form ref={form} className="filters" method="get" action={here} onSubmit={submit} role="search" aria-label={t('latest.filters.label')}>
      {filters.q === '' ? null : <input type="hidden" name="q" value={filters.q} />}
      <div className="filters__row filters__sort">
        <Select
          name="sort" label={t('latest.filters.sort')} value={shown.sort} onChange={(sort) => go(sortedBy(shown, sort))}
          choices={SORTS.filter((sort) => sort === shown.sort || isSortOffered(sort)).map((value) => ({ value, label: t(`latest.sort.${value}`) }))}
        />
        <input type="hidden" name="order" value={shown.order} />
        <Button
          type="submit" look={['icon']} name="order" value={opposite} aria-label={t(`latest.order.${shown.order}`)} title={t(`latest.order.${shown.order}`)}
          onClick={(event) => { event.preventDefault(); go({ ...shown, page: 1, order: opposite }); }}
        >
          <Icon name="sort" className={shown.order === 'asc' ? 'filters__up' : ''} />
        </Button>
        {shown.sort === 'popularity' ? (
          <Segmented
            name="duration" label={t('latest.filters.duration')} value={shown.duration} onChange={(duration) => go({ ...shown, page: 1, duration })}
            choices={DURATIONS.map((value) => ({ value, label: t(`latest.duration.${value}`) }))}
          />
        ) : null}
        <Button type="submit" className="needs-no-script">{t('latest.filters.apply')}</Button>
      </div>
      <div className="filters__row filters__pills">
        {FILTER_PATHS.filter(isOffered).flatMap((path) => {
          const active = filters.include[path]?.length ?? 0;
          const pill = SINGLE_PATHS.includes(path) ? (
            <Pill key={path} narrow label={t(`latest.filters.${path}`)} count={active > 0 ? formatNumber(locale, active) : undefined} closeLabel={t('latest.filters.close')}>
              <div className="pill__scroll" key={filters.include[path]?.join()}>
                {listing.single[path]?.map(({ id, name, icon }) => (
                  <Check key={id} name={path} value={id} checked={filters.include[path]?.includes(id) ?? false}><Flag icon={icon} /><bdi>{name}</bdi></Check>
                ))}
              </div>
              {filters.exclude[path]?.map((id) => <input key={id} type="hidden" name={`not_${path}`} value={id} />)}
              <Button type="submit" look={['primary', 'wide']}>{t('latest.filters.show')}</Button>
            </Pill>
          ) : (
            <TermPill
              key={path} path={path} listing={listing}
              foot={<>
                <Link className="btn btn--ghost" to={addressOf({ ...filters, page: 1, include: without(filters.include, path), exclude: without(filters.exclude, path) })}>{t('latest.filters.clear')}</Link>
                {show}
              </>}
            />
          );
          return path === 'categories' ? [pill, <FixedPill key="statuses" name="statuses" filters={filters} />, <FixedPill key="attributes" name="attributes" filters={filters} />] : [pill];
        })}
        {isOffered('categories') ? null : <><FixedPill name="statuses" filters={filters} /><FixedPill name="attributes" filters={filters} /></>}
      </div>
    </form>
  );
}

/** A pill of choices that are always the same. */
function FixedPill({ name, filters }: { name: 'statuses' | 'attributes'; filters: Filters }) {
  const t = useT();
  const locale = useLocale();
  const active: readonly string[] = filters[name];
  return (
    <Pill narrow label={t(`latest.filters.${name}`)} count={active.length > 0 ? formatNumber(locale, active.length) : undefined} closeLabel={t('latest.filters.close')}>
      <div key={active.join()}>
        {name === 'statuses'
          ? STATUSES.map((value) => <Check key={value} name={name} value={value} checked={active.includes(value)}>{t(`latest.status.${value}`)}</Check>)
          // A control called `attributes` would hide the form's own property of that name.
          : ATTRIBUTES.map((value) => <Check key={value} name="attributes[]" value={value} checked={active.includes(value)}>{t(`latest.attribute.${value}`)}</Check>)}
      </div>
      <Button type="submit" look={['primary', 'wide']}>{t('latest.filters.show')}</Button>
    </Pill>
  );
}
