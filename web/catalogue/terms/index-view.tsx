import { useRef, type FormEvent } from 'react';
import { useNavigate, useNavigation, useRevalidator } from 'react-router';
import { FailedList } from '#web/ui/feedback/list-failure.tsx';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Chip } from '#web/ui/basic/chip.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useDelayedFlag } from '#web/ui/feedback/use-delayed-flag.ts';
import { Link } from '#web/ui/basic/link.tsx';
import { kindForPath } from './kinds.ts';
import { byLetter, listLetters, letterAnchor } from './letters.ts';
import { readTermSearch, termQuery, type TermIndex, type TermSearch } from './term-index.ts';
import { TermList } from './term-list.tsx';
import './index-view.css';

const SORTS = [
  ['name', 'taxonomy.sort.name'],
  ['comics_count', 'taxonomy.sort.count'],
] as const;

/** An index to look through: search, order, the most used, every term, pages. */
export function IndexView({ index }: { index: TermIndex }) {
  const { path, search, found, failure, mostUsed } = index;
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const navigate = useNavigate();
  const { location: coming } = useNavigation();
  const { state } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const addressFor = (wanted: TermSearch) => links.terms(path, termQuery(wanted));
  const isComing = coming?.pathname === links.terms(path) || state === 'loading';
  const slow = useDelayedFlag(isComing);
  const shown = coming && isComing ? readTermSearch(coming.search) : search;
  const words = usePagerWords(found?.last_page ?? 1);
  // One letter for all divides nothing: so it is with Chinese names, which stand together.
  const letters = found ? listLetters(found) : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = (new FormData(form.current!).get('q') as string).trim();
    // Another text is sorted by the best match again.
    void navigate(
      addressFor({
        q,
        ...(q === search.q
          ? { sort: shown.sort, reversed: shown.reversed }
          : { sort: q === '' ? 'name' : null, reversed: false }),
        page: 1,
      }),
    );
  };
  return (
    <>
      <form
        ref={form}
        key={search.q}
        className="term-search"
        method="get"
        action={links.terms(path)}
        onSubmit={submit}
        role="search"
      >
        <SearchField
          name="q"
          value={search.q}
          label={t('taxonomy.search', { kind: path })}
          submitLabel={t('taxonomy.search.submit')}
        />
        <Segmented
          name="sort"
          label={t('taxonomy.sort')}
          value={shown.sort ?? ''}
          onChange={(sort) =>
            void navigate(
              addressFor({ ...search, sort: sort === 'name' ? 'name' : 'comics_count', reversed: false, page: 1 }),
            )
          }
          choices={SORTS.map(([value, key]) => ({ value, label: t(key) }))}
        />
        {search.sort === null ? null : (
          <ButtonLink className="term-search__turn" to={addressFor({ ...search, reversed: !search.reversed, page: 1 })}>
            <Icon name={(search.sort === 'name') === search.reversed ? 'down' : 'up'} />
            {t(
              `taxonomy.order.${search.sort === 'name' ? 'name' : 'count'}.${(search.sort === 'name') === search.reversed ? 'desc' : 'asc'}`,
            )}
          </ButtonLink>
        )}
      </form>
      {mostUsed.length > 0 ? (
        <Panel title={t('taxonomy.mostUsed')}>
          <div className="chips">
            {mostUsed.map(({ id, slug, name, color, comics_count }) => (
              <Chip
                key={id}
                to={links.term(kindForPath(path), slug)}
                count={formatNumber(locale, comics_count)}
                {...(path === 'tags' ? { color: color ?? null } : {})}
              >
                <bdi>{name}</bdi>
              </Chip>
            ))}
          </div>
        </Panel>
      ) : null}
      {found && letters.length > 1 ? (
        <nav className="letters" aria-label={t('taxonomy.letters')}>
          {letters.map(({ letter, page, isHere }) => (
            <Link
              key={letter}
              to={`${addressFor({ ...search, page })}#${letterAnchor(letter)}`}
              aria-current={isHere && found.last_page > 1 ? 'true' : undefined}
            >
              {letter}
            </Link>
          ))}
        </nav>
      ) : null}
      <div className="stack" aria-busy={isComing}>
        {slow ? (
          <div className="tag-list" role="status" aria-label={t('latest.filters.loading')}>
            {Array.from({ length: 24 }, (_, row) => (
              <div className="tag-row" key={row}>
                <Skeleton width="60%" />
              </div>
            ))}
          </div>
        ) : !found ? (
          <FailedList text={t('taxonomy.failed')} reason={failure} />
        ) : found.total === 0 ? (
          <Empty index={index} whole={links.terms(path)} />
        ) : (
          <TermList path={path} groups={letters.length > 1 ? byLetter(found) : byLetter({ ...found, letters: [] })} />
        )}
      </div>
      {found ? (
        <Pager
          page={search.page}
          last={found.last_page}
          addressFor={(page) => addressFor({ ...search, page })}
          words={words}
        />
      ) : null}
    </>
  );
}

function Empty({
  index: {
    search: { q },
  },
  whole,
}: {
  index: TermIndex;
  whole: string;
}) {
  const t = useTranslate();
  if (q === '') return <EmptyState title={t('taxonomy.empty.none')} text={t('taxonomy.empty.later')} />;
  return (
    <EmptyState title={t('taxonomy.empty.title', { query: q })} text={t('taxonomy.empty.text')}>
      <ButtonLink to={whole}>{t('taxonomy.empty.clear')}</ButtonLink>
    </EmptyState>
  );
}
