import { useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { queryString } from '#contract/query-string.ts';
import { MAX_SEARCH_NAME } from '#contract/saved-searches.ts';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { feedPath } from '#contract/addresses.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import {
  deleteFilter,
  followFilter,
  renameFilter,
  savedFilters,
  saveFilter,
  type SavedFilter,
} from '#web/library/filters/saved-filters.ts';
import { usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import { Pill } from '#web/ui/filter/filter-pill.tsx';
import '#web/ui/form/field.css';
import { Link } from '#web/ui/basic/link.tsx';
import { useChoiceName } from './choice-names.ts';
import { listFilterChoices } from './filter-choices.ts';
import { narrowedQuery, filtersQuery } from './filters.ts';
import type { Listing } from './listing-state.ts';
import './saved-filter.css';

/** The searches this browser keeps, to be opened, renamed and forgotten, and a field to keep the present one. */
export function SavedPill({ listing }: { listing: Listing }) {
  const t = useTranslate();
  const saved = usePersistentStore(savedFilters);
  const hydrated = useHydrated();
  const { pathname } = useLocation();
  const nameFor = useChoiceName(listing);
  const attempt = useAttempt();
  const query = queryString(narrowedQuery({ ...listing.filters, page: 1 }, listing.fixed));
  const suggested = listFilterChoices(listing.filters)
    .map((choice) =>
      choice.kind === 'exclude' ? t('latest.chip.excluded', { name: nameFor(choice) }) : nameFor(choice),
    )
    .join(', ');
  return (
    <Pill label={t('latest.saved.title')} icon="bookmark" closeLabel={t('latest.filters.close')}>
      {saved.length === 0 ? (
        <p className="saved__none muted small">{t('latest.saved.none')}</p>
      ) : (
        <ul className="saved filter-pill__scroll">
          {saved.map((each) => (
            <Saved key={each.name} saved={each} isHere={each.query === query} />
          ))}
        </ul>
      )}
      {/* Its form would be sent without the name before scripts answer. */}
      {hydrated && (
        <Name
          key={query}
          label={t('latest.saved.this')}
          name={suggested.slice(0, MAX_SEARCH_NAME)}
          onDone={(name) => void attempt(saveFilter(name, query), () => announce(t('latest.saved.done', { name })))}
        />
      )}
      <a
        className="link small saved__feed"
        href={feedPath(pathname, queryString(filtersQuery({ ...listing.filters, page: 1 })))}
        type="application/atom+xml"
      >
        {t('latest.feed')}
      </a>
    </Pill>
  );
}

function Saved({ saved: { name, query, id, followed = false }, isHere }: { saved: SavedFilter; isHere: boolean }) {
  const t = useTranslate();
  const links = useAddresses();
  const [isRenamed, setRenamed] = useState(false);
  const attempt = useAttempt();
  if (isRenamed) {
    return (
      <li>
        <Name
          focus
          label={t('latest.saved.rename', { name })}
          name={name}
          onDone={(next) => void attempt(renameFilter(name, next), () => setRenamed(false))}
        />
      </li>
    );
  }
  return (
    <li className="saved__row">
      <Link
        to={query === '' ? links.latest() : `${links.latest()}?${query}`}
        aria-current={isHere ? 'true' : undefined}
        onClick={({ currentTarget }) => {
          currentTarget.closest('details')!.open = false;
        }}
      >
        <bdi>{name}</bdi>
      </Link>
      {id === undefined ? null : (
        <Button
          look={['ghost', 'icon']}
          aria-label={t('latest.saved.follow', { name })}
          title={t('latest.saved.follow', { name })}
          aria-pressed={followed}
          onClick={() =>
            void attempt(followFilter(name, !followed), () =>
              announce(t(followed ? 'latest.saved.unfollowed' : 'latest.saved.followed', { name })),
            )
          }
        >
          <Icon name="bell" />
        </Button>
      )}
      <Button look={['ghost', 'icon']} aria-label={t('latest.saved.rename', { name })} onClick={() => setRenamed(true)}>
        <Icon name="edit" />
      </Button>
      <Button
        look={['ghost', 'icon']}
        aria-label={t('latest.saved.delete', { name })}
        onClick={({ currentTarget }) => {
          currentTarget.closest('details')?.querySelector('summary')?.focus();
          void attempt(deleteFilter(name), () => announce(t('latest.saved.deleted', { name })));
        }}
      >
        <Icon name="x" />
      </Button>
    </li>
  );
}

/** A field for a name; not part of the form it stands in. */
function Name({
  label,
  name,
  focus = false,
  onDone,
}: {
  label: string;
  name: string;
  focus?: boolean;
  onDone: (name: string) => void;
}) {
  const t = useTranslate();
  const [text, setText] = useState(name);
  const done = () => {
    if (text.trim() !== '') {
      onDone(text);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      done();
    }
  };
  return (
    <div className="saved__name">
      <input
        className="input"
        aria-label={label}
        placeholder={label}
        maxLength={MAX_SEARCH_NAME}
        autoComplete="off"
        ref={focus ? focusOn : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button look={['primary']} onClick={done}>
        {t('latest.saved.save')}
      </Button>
    </div>
  );
}

function focusOn(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Says why where something could not be done to a saved search: a member's are in their account. */
function useAttempt(): (change: Promise<void>, done: () => void) => Promise<void> {
  const t = useTranslate();
  return (change, done) =>
    change.then(done, ({ message }: Error) =>
      showToast({ kind: 'bad', text: message, closeLabel: t('library.toast.close') }),
    );
}
