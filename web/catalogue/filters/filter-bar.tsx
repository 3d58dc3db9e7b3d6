import { filtersPath } from '#contract/addresses.ts';
import { DURATIONS, MATCHES } from '#contract/comics.ts';
import { withQuery } from '#contract/query-string.ts';
import { DensityMenu } from '#web/catalogue/cards/density-menu.tsx';
import { useRef, type FormEvent } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { closePill } from '#web/ui/filter/filter-pill.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { sortedBy } from './filter-choices.ts';
import {
  canMatchAny,
  FILTER_PATHS,
  filtersQuery,
  narrowedQuery,
  offeredPaths,
  readFilters,
  SORTS,
  type Filters,
} from './filters.ts';
import { FixedPill } from './fixed-filter.tsx';
import type { Listing } from './listing-state.ts';
import { SavedPill } from './saved-filter.tsx';
import { TermPill } from './term-filter.tsx';
import './filter-bar.css';

interface Props {
  listing: Listing;
  addressFor: (filters: Filters) => string;
}

/**
 * Everything that chooses and orders a list: a GET form, which works by itself. The terms of a kind come when its filter is
 * opened; without scripts they are chosen on a page of their own.
 */
export function FilterBar({ listing, addressFor }: Props) {
  const { filters, fixed, favorites } = listing;
  const t = useTranslate();
  const links = useAddresses();
  const { features } = useSite();
  const navigate = useNavigate();
  const { location: coming } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  // While the list is on its way the controls show what was chosen already.
  const [here = ''] = addressFor({ ...filters, page: 1 }).split('?');
  // Not while the form is taken over, which happens on the way to a list just as well.
  const hydrated = useHydrated();
  const shown = hydrated && coming && coming.pathname === here ? readFilters(coming.search, filters.usual) : filters;
  const go = (next: Filters) => void navigate(addressFor(next));
  const pending = () =>
    readFilters(
      new URLSearchParams([...new FormData(form.current!)].map(([name, value]) => [name, value as string])),
      filters.usual,
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = pending();
    const pill = form.current?.querySelector<HTMLDetailsElement>('details[open]');
    if (pill) {
      closePill(pill);
    }
    go(next);
  };
  const isSortOffered = (sort: Filters['sort']) =>
    sort === 'relevance' ? shown.q !== '' : sort !== 'favorites' || features.includes('favorites');
  const offered = offeredPaths((path) => features.includes(path), fixed?.path ?? null);
  const opposite = shown.order === 'desc' ? 'asc' : 'desc';
  // The kinds people choose by most stand first, then what every comic has, then the others.
  const [early, late] = [FILTER_PATHS.slice(0, EARLY), FILTER_PATHS.slice(EARLY)].map((paths) =>
    paths
      .filter((path) => offered.includes(path))
      .map((path) => <TermPill key={path} path={path} listing={listing} pending={pending} />),
  );
  const { sort: _sort, order: _order, duration: _duration, page: _page, ...query } = narrowedQuery(shown, fixed);

  return (
    <form
      ref={form}
      className="filters"
      method="get"
      action={here}
      onSubmit={submit}
      role="search"
      aria-label={t('latest.filters.label')}
    >
      {/* The button that Enter presses: the first button that sends the form, and not the one that turns the order around. */}
      <button type="submit" hidden>
        {t('latest.filters.show')}
      </button>
      {filters.q === '' ? null : <input type="hidden" name="q" value={filters.q} />}
      {filters.within === null ? null : (
        <input type="hidden" name="within" value={`${filters.within.path}:${filters.within.id}`} />
      )}
      <div className="filters__row filters__sort">
        <Select
          name="sort"
          label={t('latest.filters.sort')}
          value={shown.sort}
          onChange={(sort) => go(sortedBy(shown, sort))}
          choices={SORTS.filter((sort) => sort === shown.sort || isSortOffered(sort)).map((value) => ({
            value,
            label: t(favorites && value === 'uploaded_at' ? 'library.favorites.added' : `latest.sort.${value}`),
          }))}
        />
        <input type="hidden" name="order" value={shown.order} />
        <Button
          // Turning chance around means nothing.
          disabled={shown.sort === 'random'}
          type="submit"
          look={['icon']}
          name="order"
          value={opposite}
          aria-label={t(`latest.order.${shown.order}`)}
          title={t(`latest.order.${shown.order}`)}
          onClick={(event) => {
            event.preventDefault();
            go({ ...shown, page: 1, order: opposite });
          }}
        >
          <Icon name="sort" className={shown.order === 'asc' ? 'filters__up' : ''} />
        </Button>
        {favorites ? null : (
          <>
            <ButtonLink
              look={['icon']}
              to={links.random(query)}
              aria-label={t('latest.random')}
              title={t('latest.random')}
              rel="nofollow"
            >
              <Icon name="shuffle" />
            </ButtonLink>
            <div className="needs-script">
              <SavedPill listing={listing} />
            </div>
          </>
        )}
        <DensityMenu />
        {shown.sort === 'popularity' ? (
          <Segmented
            name="duration"
            label={t('latest.filters.duration')}
            value={shown.duration}
            onChange={(duration) => go({ ...shown, page: 1, duration })}
            choices={DURATIONS.map((value) => ({ value, label: t(`latest.duration.${value}`) }))}
          />
        ) : null}
        <Button type="submit" className="needs-no-script">
          {t('latest.filters.apply')}
        </Button>
      </div>
      <div className="filters__row filters__pills">
        {offered.length > 0 ? (
          <noscript>
            <ButtonLink
              to={withQuery(filtersPath(here), { ...filtersQuery({ ...filters, page: 1 }), kind: offered[0] })}
              rel="nofollow"
            >
              <Icon name="sliders" />
              {t('latest.filters.label')}
            </ButtonLink>
          </noscript>
        ) : null}
        {early}
        <FixedPill name="statuses" listing={listing} pending={pending} />
        <FixedPill name="attributes" listing={listing} pending={pending} />
        {late}
        {canMatchAny(shown) ? (
          <Segmented
            name="match"
            label={t('latest.filters.match')}
            value={shown.match}
            onChange={(match) => go({ ...shown, page: 1, match })}
            choices={MATCHES.map((value) => ({ value, label: t(`latest.filters.match.${value}`) }))}
          />
        ) : null}
      </div>
    </form>
  );
}

/** Tags, languages, categories. */
const EARLY = 3;
