import { useRef, type FormEvent } from 'react';
import { useNavigate, useNavigation, useRevalidator } from 'react-router';
import { FailedList } from '#web/failed-list.tsx';
import { useLocale, useT } from '#web/i18n/i18n.tsx';
import { formatNumber } from '#web/i18n/format.ts';
import { useLinks } from '#web/links.ts';
import { usePagerWords } from '#web/pager-words.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useSlow } from '#web/use-slow.ts';
import { kindOf } from './kinds.ts';
import { readTermSearch, termQueryOf, type TermIndex, type TermSearch } from './term-index.ts';
import { TermList } from './term-list.tsx';
import './index-view.css';

const SORTS = [['name', 'taxonomy.sort.name'], ['comics_count', 'taxonomy.sort.count']] as const;

/** An index to look through: search, order, the most used, every term, pages. */
export function IndexView({ index }: { index: TermIndex }) {
  const { path, search, found, failure, mostUsed } = index;
  const t = useT();
  const locale = useLocale();
  const links = useLinks();
  const navigate = useNavigate();
  const { location: coming } = useNavigation();
  const { state } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const addressOf = (wanted: TermSearch) => links.terms(path, termQueryOf(wanted));
  const isComing = coming?.pathname === links.terms(path) || state === 'loading';
  const slow = useSlow(isComing);
  const shown = coming && isComing ? readTermSearch(coming.search) : search;
  const words = usePagerWords(found?.last_page ?? 1);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = (new FormData(form.current!).get('q') as string).trim();
    // Another text is sorted by the best match again.
    void navigate(addressOf({ q, sort: q === search.q ? shown.sort : q === '' ? 'name' : null, page: 1 }));
  };
  return (
    <>
      <form ref={form} key={search.q} className="termsearch" method="get" action={links.terms(path)} onSubmit={submit} role="search">
        <SearchField name="q" value={search.q} label={t('taxonomy.search', { kind: path })} submitLabel={t('taxonomy.search.submit')} />
        <Segmented
          name="sort" label={t('taxonomy.sort')} value={shown.sort ?? ''} onChange={(sort) => void navigate(addressOf({ ...search, sort: sort === 'name' ? 'name' : 'comics_count', page: 1 }))}
          choices={SORTS.map(([value, key]) => ({ value, label: t(key) }))}
        />
      </form>
      {mostUsed.length > 0 ? (
        <Panel title={t('taxonomy.mostUsed')}>
          <div className="chips">
            {mostUsed.map(({ id, slug, name, color, comics_count }) => (
              <Chip key={id} to={links.term(kindOf(path), slug)} count={formatNumber(locale, comics_count)} {...(path === 'tags' ? { color: color ?? null } : {})}><bdi>{name}</bdi></Chip>
            ))}
          </div>
        </Panel>
      ) : null}
      <div className="stack" aria-busy={isComing}>
        {slow ? <div className="taglist" role="status" aria-label={t('latest.filters.loading')}>{Array.from({ length: 24 }, (_, row) => <div className="tagrow" key={row}><Skeleton width="60%" /></div>)}</div>
          : !found ? <FailedList text={t('taxonomy.failed')} reason={failure} />
          : found.total === 0 ? <Empty index={index} whole={links.terms(path)} />
          : <TermList path={path} terms={found.data} lettered={search.sort === 'name'} />}
      </div>
      {found ? <Pager page={search.page} last={found.last_page} addressOf={(page) => addressOf({ ...search, page })} words={words} /> : null}
    </>
  );
}

function Empty({ index: { search: { q } }, whole }: { index: TermIndex; whole: string }) {
  const t = useT();
  if (q === '') { return <EmptyState title={t('taxonomy.empty.none')} text={t('taxonomy.empty.later')} />; }
  return (
    <EmptyState title={t('taxonomy.empty.title', { query: q })} text={t('taxonomy.empty.text')}>
      <ButtonLink to={whole}>{t('taxonomy.empty.clear')}</ButtonLink>
    </EmptyState>
  );
}
