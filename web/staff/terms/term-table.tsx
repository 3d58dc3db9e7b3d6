import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { type AdminTerm, TERM_FILTERS, type TermSort } from '#contract/term-editing.ts';
import { LOCALES } from '#contract/locales.ts';
import type { Page } from '#contract/paging.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Table, type Column } from '#web/ui/data/table.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import '#web/ui/basic/card.css';
import { Link } from '#web/ui/basic/link.tsx';
import './taxonomy-admin.css';
import { TermState } from './term-state.tsx';
import type { TermsRequest } from './requested-terms.ts';

/** Every term of a kind, found by its names in any language and sorted; also those that no comic has. */
export function TermTable({ path, asked, list }: { path: KindPath; asked: TermsRequest; list: Page<AdminTerm> }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const navigate = useNavigate();
  const words = usePagerWords(list.last_page);
  const addressFor = ({ q, show, sort, order, page }: TermsRequest) =>
    links.admin(path, null, null, {
      q: q || null,
      show: show === 'all' ? null : show,
      sort: sort === 'comics_count' ? null : sort,
      order: order ?? null,
      page: page > 1 ? page : null,
    });
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get('q');
    void navigate(addressFor({ ...asked, q: typeof q === 'string' ? q : '', page: 1 }));
  };
  const columns: readonly Column<AdminTerm>[] = [
    {
      name: 'name',
      label: t('admin.terms.name'),
      place: 'main',
      sorts: 'asc',
      cell: (term) => (
        <div className="table__title">
          <Link to={links.admin(path, term.slug)}>
            {term.color === null ? null : <i className="dot" style={{ '--tag': term.color } as never} />}
            <bdi>{term.name}</bdi>
          </Link>
          <span className="muted small">
            {term.aliases.length === 0 ? <bdi dir="ltr">{term.slug}</bdi> : <bdi>{term.aliases.join(', ')}</bdi>}
          </span>
        </div>
      ),
    },
    { name: 'state', label: t('admin.terms.state'), cell: (term) => <TermState term={term} /> },
    {
      name: 'translations',
      label: t('admin.terms.translations'),
      place: 'labelled',
      end: true,
      cell: ({ translations }) => t('admin.terms.translated', { count: translations.length, all: LOCALES.length }),
    },
    {
      name: 'comics_count',
      label: t('admin.terms.comics'),
      place: 'labelled',
      end: true,
      sorts: 'desc',
      cell: ({ comics_count: count }) => formatNumber(locale, count),
    },
    {
      name: 'updated_at',
      label: t('admin.terms.updated'),
      place: 'hidden',
      end: true,
      sorts: 'desc',
      cell: ({ updated_at: at }) => <When date={at} />,
    },
  ];
  return (
    <>
      <header className="row row--between">
        <h1>{t(`admin.title.${path}`)}</h1>
        <ButtonLink to={links.admin(path, 'new')}>
          <Icon name="plus" />
          {t('admin.terms.new')}
        </ButtonLink>
      </header>
      <section className="panel term-table" aria-label={t(`admin.title.${path}`)}>
        <form className="row term-table__filters" role="search" onSubmit={search}>
          <div className="affix">
            <Icon name="search" />
            <input
              className="input"
              type="search"
              name="q"
              key={asked.q}
              defaultValue={asked.q}
              placeholder={t('admin.terms.find')}
              aria-label={t('admin.terms.find')}
            />
          </div>
          <Select
            name="show"
            label={t('admin.terms.show')}
            value={asked.show}
            choices={TERM_FILTERS.map((value) => ({ value, label: t(`admin.terms.show.${value}`) }))}
            onChange={(show) => void navigate(addressFor({ ...asked, show, page: 1 }))}
          />
        </form>
        {list.total === 0 ? (
          <EmptyState title={t('admin.terms.none')} />
        ) : (
          <Table
            label={t(`admin.title.${path}`)}
            columns={columns}
            rows={list.data}
            keyFor={({ id }) => id}
            sort={{ by: asked.sort, order: asked.order ?? (asked.sort === 'name' ? 'asc' : 'desc') }}
            onSort={(sort, order) =>
              void navigate(addressFor({ ...asked, sort: sort as TermSort, order, page: 1 }), {
                preventScrollReset: true,
              })
            }
          />
        )}
      </section>
      <Pager
        page={list.current_page}
        last={list.last_page}
        addressFor={(page) => addressFor({ ...asked, page })}
        words={words}
      />
    </>
  );
}
