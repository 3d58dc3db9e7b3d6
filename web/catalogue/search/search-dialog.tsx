import { useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { useModal } from '#web/ui/overlay/modal.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useDelayedFlag } from '#web/ui/feedback/use-delayed-flag.ts';
import '#web/ui/basic/button.css';
import '#web/ui/overlay/dialog.css';
import { Link } from '#web/ui/basic/link.tsx';
import { SEARCHED_KINDS } from './search-sources.ts';
import { moveOfKey } from './result-keys.ts';
import { searchedWords } from './highlight.tsx';
import { rememberSearch } from './recent-searches.ts';
import { ComicHits, TermHits } from './result-groups.tsx';
import { Failures, Notes } from './search-notes.tsx';
import { setSearchOpen, takeTyping } from './search-open.ts';
import { SearchStart } from './search-start.tsx';
import { Suggestions } from './suggestions.tsx';
import { useSearch, type Search } from './use-search.ts';
import './search.css';

/** Letters the field takes (contract, `MAX_QUERY_LENGTH`). */
const MAX_LETTERS = 500;

/** The search popup: looks through comics and every kind of term while one types. Arrow keys go through all it shows. */
export function SearchDialog() {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const { features } = useSite();
  const [typed, setTyped] = useState('');
  const [isComposing, setComposing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  /** Tab completes what was typed once, then moves on as everywhere. */
  const isCompleted = useRef(false);
  const modal = useModal(true, () => setSearchOpen(false));
  // At once: the browser tells of a closed dialog in a task of its own, and Ctrl+K may come before it.
  const close = () => {
    modal.ref.current?.close();
    setSearchOpen(false);
  };
  const kinds = SEARCHED_KINDS.filter(([path]) => features.includes(path));
  const search = useSearch(typed, ['comics', ...kinds.map(([path]) => path)], isComposing, attempt);
  /** The words in the empty field name these. */
  const isNamed = features.includes('tags') && features.includes('artists');
  const slow = useDelayedFlag(search.status === 'loading');
  const text = typed.trim();
  const { answers: found, shown } = search;
  const note = found.comics?.note ?? null;
  const words = searchedWords(note?.corrected ?? shown);
  const leaveFor = (to: string, what: string) => {
    rememberSearch(what);
    void navigate(to);
  };
  // All before the next key can come: none is lost between what was typed early and the field.
  useLayoutEffect(() => {
    const [letters = '', entered] = takeTyping().split('\n');
    modal.ref.current?.showModal();
    field.current?.focus();
    setTyped(letters);
    if (entered !== undefined && letters.trim() !== '') {
      leaveFor(links.latest({ q: letters.trim() }), letters);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text === '' || isComposing) return;
    leaveFor(note?.jump && shown === text ? links.comic(note.jump.slug) : links.latest({ q: text }), text);
  };
  const complete = (next: string) => {
    isCompleted.current = true;
    setTyped(next);
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      // A search field takes the first Escape to empty itself.
      event.preventDefault();
      close();
      return;
    }
    const [first] = search.suggestions;
    if (
      event.key === 'Tab' &&
      !event.shiftKey &&
      event.target === field.current &&
      first &&
      search.text === text &&
      first.text !== typed &&
      !isCompleted.current
    ) {
      event.preventDefault();
      complete(first.text);
      return;
    }
    move(event, field.current);
  };
  const onLink = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a')) {
      rememberSearch(text);
    }
  };
  const groups = (isWanted: (path: string) => boolean) =>
    kinds.map(([path, kind]) => {
      const answer = found[path];
      return isWanted(path) && answer && answer.terms.length > 0 ? (
        <TermHits key={path} path={path} kind={kind} answer={answer} text={shown} words={words} />
      ) : null;
    });
  const isBesideComics = (path: string) => path === 'tags' || path === 'groups';
  const isNothing = search.status === 'done' && Object.values(found).every(({ total }) => total === 0);

  return (
    <dialog className="dialog search" aria-label={t('search.title')} {...modal} onKeyDown={onKey}>
      <form className="search__in" action={links.latest()} role="search" onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          name="q"
          value={typed}
          maxLength={MAX_LETTERS}
          aria-label={t('search.title')}
          placeholder={isNamed ? t('search.placeholder') : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          dir={typed === '' ? undefined : 'auto'}
          aria-describedby="search-keys"
          onChange={({ currentTarget }) => {
            isCompleted.current = false;
            setTyped(currentTarget.value);
          }}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
        />
        <kbd className="only-mid" aria-hidden="true">
          esc
        </kbd>
        <button type="button" className="btn btn--ghost btn--icon" aria-label={t('search.close')} onClick={close}>
          <Icon name="x" />
        </button>
      </form>
      <p className="visually-hidden" role="status">
        {useFound(search)}
      </p>
      {text === '' ? (
        <SearchStart onPick={complete} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears of the links within, by press or key
        <div onClick={onLink}>
          {search.suggestions.length > 0 ? <Suggestions suggestions={search.suggestions} onPick={complete} /> : null}
          {note ? <Notes note={note} /> : null}
          <Failures
            failures={search.failures}
            onRetry={() => {
              setAttempt(attempt + 1);
              field.current?.focus();
            }}
          />
          <div className="search__out" aria-busy={search.status === 'loading'}>
            <div>
              {found.comics && found.comics.comics.length > 0 ? (
                <ComicHits answer={found.comics} text={shown} words={words} />
              ) : null}
              {groups(isBesideComics)}
            </div>
            <div>{groups((path) => !isBesideComics(path))}</div>
            {slow && Object.keys(found).length === 0 ? (
              <div className="search__wait" role="status" aria-label={t('search.loading')}>
                <Skeleton width="60%" />
                <Skeleton width="80%" />
                <Skeleton width="45%" />
              </div>
            ) : null}
            {isNothing ? <p className="search__none">{t('search.nothing', { query: shown })}</p> : null}
          </div>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears of the links within, by press or key */}
      <div className="search__foot" onClick={onLink}>
        <span className="keys" id="search-keys">
          <kbd>↑</kbd> <kbd>↓</kbd> {t('search.keys.move')}
        </span>
        <span className="keys">
          <kbd>↵</kbd> {t('search.keys.open')}
        </span>
        {found.comics && found.comics.total > 0 && shown === text ? (
          <Link className="link push" data-hit to={links.latest({ q: shown })}>
            {t('search.all', { count: found.comics.total, query: shown })}
          </Link>
        ) : null}
      </div>
    </dialog>
  );
}

/** The count of results, for people who listen, once all of it is there. It stands in the dialog: nothing outside is heard while it is open. */
function useFound({ status, shown, answers }: Search): string {
  const t = useTranslate();
  if (status !== 'done' && status !== 'error') return '';
  const terms = Object.entries(answers).reduce(
    (sum, [category, { terms: names }]) => sum + (category === 'comics' ? 0 : names.length),
    0,
  );
  return t('search.announce', { comics: answers.comics?.total ?? 0, terms, query: shown });
}

/** Arrow keys go through everything that can be opened, from the field down and round; letters go on in the field. */
function move(event: KeyboardEvent<HTMLDialogElement>, field: HTMLInputElement | null): void {
  const places: (HTMLElement | null)[] = [field, ...listHits(event.currentTarget)];
  const to = moveOfKey(event, Math.max(0, places.indexOf(document.activeElement as HTMLElement)), places.length);
  if (to === 'field') {
    field?.focus();
  }
  if (typeof to === 'number') {
    event.preventDefault();
    places[to]?.focus();
  }
}

/** Everything that can be opened, as it is shown; what leads to more of a group stands after the group. */
function listHits(dialog: HTMLElement): HTMLElement[] {
  const hits = [...dialog.querySelectorAll<HTMLElement>('[data-hit]:not([data-hit="more"])')];
  return hits.flatMap((hit, index) => {
    const group = hit.closest('section');
    const more =
      group === hits[index + 1]?.closest('section') ? null : group?.querySelector<HTMLElement>('[data-hit="more"]');
    return more ? [hit, more] : [hit];
  });
}
