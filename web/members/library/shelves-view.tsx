import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import {
  SHELF_SORTS,
  SHELVES,
  type Shelf,
  type ShelfEntry,
  type ShelfPage,
  type ShelfSort,
} from '#contract/shelves.ts';
import { saveSettings } from '#web/platform/account/account-settings.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { formatDate, formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useUser } from '#web/platform/session/session.ts';
import { ShelfDialog } from '#web/library/shelves/shelf-dialog.tsx';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button, ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { Toggle } from '#web/ui/choice/checkbox-switch.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { Pager } from '#web/ui/paging/pager.tsx';
import { usePagerWords } from '#web/ui/paging/pager-words.ts';
import { WorkRow } from '#web/catalogue/cards/work-row.tsx';
import '#web/ui/basic/chip.css';
import { TitleSearch } from './title-search.tsx';
import './shelves-view.css';

/** A shelf as it was asked for. */
export interface ShownShelf {
  shelf: Shelf;
  sort: ShelfSort;
  q: string;
  found: ShelfPage;
}

/** One shelf of the member, with the ways to the others, to its order and to what is looked for in it. */
export function ShelvesView({ shown: { shelf, sort, q, found } }: { shown: ShownShelf }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const navigate = useNavigate();
  const words = usePagerWords(found.last_page);
  const [editing, setEditing] = useState<ShelfEntry | null>(null);
  const [open, setOpen] = useState(false);
  const { revalidate } = useRevalidator();
  const addressFor = (change: { shelf?: Shelf; sort?: ShelfSort; q?: string; page?: number }) => {
    const next = { shelf, sort, q, page: 1, ...change };
    return links.shelves({
      shelf: next.shelf === 'reading' ? null : next.shelf,
      sort: next.sort === 'updated' ? null : next.sort,
      q: next.q || null,
      page: next.page > 1 ? next.page : null,
    });
  };
  return (
    <>
      <nav className="chips" aria-label={t('library.shelf.choose')}>
        {SHELVES.map((each) => (
          <Link
            key={each}
            className="chip"
            to={addressFor({ shelf: each, q: '' })}
            aria-current={each === shelf ? 'page' : undefined}
            preventScrollReset
          >
            <span>{t(`library.shelf.${each}`)}</span>
            <span className="chip__n">{formatNumber(locale, found.counts[each])}</span>
          </Link>
        ))}
      </nav>
      <Moving />
      <h2 className="visually-hidden">{t(`library.shelf.${shelf}`)}</h2>
      {found.counts[shelf] === 0 ? (
        <EmptyState title={t('library.shelves.empty')} text={t('library.shelves.emptyText')}>
          <ButtonLink look={['primary']} to={links.latest()}>
            {t('library.find')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <div className="shelf__find">
            <TitleSearch
              key={`${shelf} ${q}`}
              q={q}
              label={t('library.shelves.search')}
              addressFor={(words) => addressFor({ q: words })}
            />
            <Select
              name="sort"
              label={t('latest.filters.sort')}
              value={sort}
              choices={SHELF_SORTS.map((value) => ({ value, label: t(`library.shelves.sort.${value}`) }))}
              onChange={(value) => void navigate(addressFor({ sort: value }))}
            />
          </div>
          {found.total === 0 ? (
            <EmptyState title={t('library.shelves.nothing', { words: q })}>
              <ButtonLink to={addressFor({ q: '' })}>{t('library.shelves.all')}</ButtonLink>
            </EmptyState>
          ) : (
            <ul className="work-rows shelf-rows" data-list="">
              {found.data.map((entry) => (
                <li key={entry.comic_id}>
                  <Entry
                    entry={entry}
                    onEdit={() => {
                      setEditing(entry);
                      setOpen(true);
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <Pager
        page={found.current_page}
        last={found.last_page}
        addressFor={(page) => addressFor({ page })}
        words={words}
      />
      {editing?.comic ? (
        <ShelfDialog
          comic={editing.comic}
          open={open}
          onClose={() => setOpen(false)}
          onChange={() => void revalidate()}
        />
      ) : null}
    </>
  );
}

/** Whether comics change their shelf by being read. */
function Moving() {
  const t = useTranslate();
  const user = useUser();
  const [failure, setFailure] = useState('');
  const change = (moves: boolean) => {
    setFailure('');
    saveSettings({ shelf_moves: moves }).catch(({ message }: Error) => setFailure(message));
  };
  return (
    <>
      <div className="shelf__moves">
        <Toggle on={user?.settings.shelf_moves !== false} onChange={change}>
          {t('library.shelves.moves')}
        </Toggle>
      </div>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
    </>
  );
}

function Entry({ entry, onEdit }: { entry: ShelfEntry; onEdit: () => void }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const { revalidate } = useRevalidator();
  const { comic, title, score, started_on: started, finished_on: finished, reread, note, unread } = entry;
  const facts = [
    ...(score === null ? [] : [t('library.rating.own', { score })]),
    ...(started === null ? [] : [t('library.shelf.startedOn', { date: formatDate(locale, started) })]),
    ...(finished === null ? [] : [t('library.shelf.finishedOn', { date: formatDate(locale, finished) })]),
    ...(reread === 0 ? [] : [t('library.shelf.reread', { count: reread })]),
  ];
  const remove = async () => {
    try {
      await apiSend('PUT', '/account/shelves', { body: { comics: [entry.comic_id], shelf: null } });
      await revalidate();
    } catch (failure) {
      showToast({ kind: 'bad', text: (failure as Error).message, closeLabel: t('library.toast.close') });
    }
  };
  return (
    <WorkRow
      comic={comic}
      title={title}
      acts={
        comic ? (
          <>
            <ButtonLink to={links.reader(comic.slug)} aria-label={t('library.history.continueOf', { title })}>
              {t('library.history.continue')}
            </ButtonLink>
            <Button
              look={['ghost', 'icon']}
              aria-label={t('library.shelf.of', { title })}
              title={t('library.shelf.of', { title })}
              onClick={onEdit}
            >
              <Icon name="edit" />
            </Button>
          </>
        ) : (
          <Button
            look={['ghost', 'icon']}
            aria-label={t('library.list.remove', { title })}
            title={t('library.list.remove', { title })}
            onClick={() => void remove()}
          >
            <Icon name="x" />
          </Button>
        )
      }
    >
      {comic && comic.chapters_count > 0 && unread > 0 ? (
        <p>
          <Badge look="accent">{t('library.shelf.unread', { count: unread })}</Badge>
        </p>
      ) : null}
      {facts.length === 0 ? null : <p className="muted small num">{facts.join(' · ')}</p>}
      {note === '' ? null : (
        <p className="small shelf__note" dir="auto">
          {note}
        </p>
      )}
      {comic ? null : <p className="muted small">{t('library.gone')}</p>}
    </WorkRow>
  );
}
