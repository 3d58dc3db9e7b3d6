import { useState } from 'react';
import { useNavigate, useNavigation, useRevalidator } from 'react-router';
import type { AdminComicRow } from '#contract/editing.ts';
import { queryString } from '#contract/query-string.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { useDelayedFlag } from '#web/ui/feedback/use-delayed-flag.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Table } from '#web/ui/data/table.tsx';
import '#web/ui/basic/card.css';
import { BulkActions } from '#web/staff/bulk/bulk-actions.tsx';
import { RecentBulks } from '#web/staff/bulk/bulk-list.tsx';
import { useColumns } from '#web/staff/comic-parts/comic-columns.tsx';
import type { TableData } from './load-table.ts';
import { NewComicButton } from './new-comic.tsx';
import { RowActions } from './row-actions.tsx';
import { useSelected } from '#web/staff/bulk/selection.ts';
import { useStateActions } from '#web/staff/comic-parts/state-actions.tsx';
import { TableFilters } from './table-filters.tsx';
import { tableFilter, isNarrowed, PER_PAGE, tableQuery, type TableQuery } from './table-query.ts';
import '#web/staff/comic-parts/comic-parts.css';
import './comics-table.css';

/** Every comic of the site in any state: found, sorted, selected and changed. All it shows is in the address, but for what is selected. */
export function ComicsTable({ data: { query, list, failure, names } }: { data: TableData }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const navigate = useNavigate();
  const { revalidate, state: reading } = useRevalidator();
  const [recent, setRecent] = useState(false);
  const going = useNavigation().state === 'loading' || reading === 'loading';
  const slow = useDelayedFlag(going);
  const filter = queryString(tableFilter(query));
  const selected = useSelected(filter);
  const { act, dialogs } = useStateActions(revalidate);
  const addressFor = (next: TableQuery) => links.admin('comics', null, null, tableQuery(next));
  const go = (next: TableQuery) => void navigate(addressFor(next), { preventScrollReset: true });
  const columns = useColumns((row) => <RowActions comic={row} act={act} />);
  const rows = list?.data ?? [];
  const total = list?.total ?? 0;
  const words = usePagerWords(list?.last_page ?? 1);
  const wholePage = rows.length > 0 && rows.every(({ id }) => selected.ids.has(id));
  return (
    <>
      <header className="row row--between">
        <h1>{t('admin.title.comics')}</h1>
        <div className="row">
          <ButtonLink to={links.upload()}>
            <Icon name="upload" />
            {t('admin.comics.upload')}
          </ButtonLink>
          <NewComicButton />
        </div>
      </header>
      <section className="panel comics-panel" aria-label={t('admin.title.comics')}>
        <TableFilters query={query} names={names} onChange={go} />
        {list?.search?.hints.map((hint) => (
          <p key={hint} className="hint comics-panel__note">
            {hint}
          </p>
        ))}
        <div className="row comics-panel__note muted small">
          <span role="status">{list === null ? '' : t('latest.count', { count: total })}</span>
          {wholePage && selected.all === null && total > rows.length ? (
            <Button look={['ghost']} onClick={() => selected.pickAll(filter, total)}>
              {t('admin.select.matching', { count: total })}
            </Button>
          ) : null}
          <Button look={['ghost']} className="push" onClick={() => setRecent(true)}>
            <Icon name="clock" />
            {t('admin.bulk.recent')}
          </Button>
          <Select
            name="per_page"
            label={t('admin.comics.perpage')}
            value={String(query.perPage)}
            onChange={(count) => go({ ...query, page: 1, perPage: Number(count) })}
            choices={PER_PAGE.map((count) => ({
              value: String(count),
              label: t('admin.comics.rows', { count: formatNumber(locale, count) }),
            }))}
          />
        </div>
        <div className={slow ? 'comics-panel__list is-waiting' : 'comics-panel__list'} aria-busy={going}>
          {list === null ? (
            <div className="comics-panel__note stack">
              <Alert kind="bad">{failure}</Alert>
              <div>
                <Button onClick={() => void revalidate()}>{t('latest.retry')}</Button>
              </div>
            </div>
          ) : rows.length === 0 ? (
            <EmptyState
              title={t(isNarrowed(query) ? 'admin.comics.none' : 'admin.comics.empty')}
              text={t(isNarrowed(query) ? 'admin.comics.none.text' : 'admin.comics.empty.text')}
            />
          ) : (
            <Table<AdminComicRow>
              label={t('admin.title.comics')}
              columns={columns}
              rows={rows}
              keyFor={({ id }) => id}
              sort={{ by: query.sort, order: query.order }}
              onSort={(by, order) => go({ ...query, page: 1, sort: by as TableQuery['sort'], order })}
              picking={{
                picked: selected.all ? new Set(rows.map(({ id }) => id)) : selected.ids,
                onPick: selected.pick,
                allLabel: t('admin.select.page'),
                rowLabel: ({ title }) => t('admin.select.row', { title }),
              }}
            />
          )}
        </div>
        {selected.count === 0 ? null : <BulkActions selected={selected} onDone={() => void revalidate()} />}
      </section>
      <Pager
        page={query.page}
        last={list?.last_page ?? 1}
        addressFor={(page) => addressFor({ ...query, page })}
        words={words}
      />
      <RecentBulks open={recent} onClose={() => setRecent(false)} onUndone={() => void revalidate()} />
      {dialogs}
    </>
  );
}
