import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { announce } from '#web/announcer.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { useLinks } from '#web/links.ts';
import { useSite } from '#web/site.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useModal } from '#web/ui/modal.ts';
import { useSlow } from '#web/use-slow.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import '#web/ui/button.css';
import '#web/ui/dialog.css';
import { SEARCHED_KINDS, type Category } from './categories.ts';
import { rememberSearch } from './recent-searches.ts';
import { ComicHits, TermHits } from './result-groups.tsx';
import { setSearchOpen, typedEarly } from './search-open.ts';
import { SearchStart } from './search-start.tsx';
import { Suggestions } from './suggestions.tsx';
import { useSearch, type Search } from './use-search.ts';
import './search.css';

/** Letters the field takes (contract, `MOST_QUERY_LETTERS`). */
const MOST_LETTERS = 500;

/** The search popup: looks through comics and every kind of term while one types. Arrow keys go through all it shows. */
export function SearchDialog() {
  const t = useT();
  const links = useLinks();
  const navigate = useNavigate();
  const { features } = useSite();
  const [typed, setTyped] = useState(typedEarly);
  const [isComposing, setComposing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const modal = useModal(true, () => setSearchOpen(false));
  const kinds = SEARCHED_KINDS.filter(([path]) => features.includes(path));
  const search = useSearch(typed, ['comics', ...kinds.map(([path]) => path)], isComposing);
  const slow = useSlow(search.status === 'loading');
  const text = typed.trim();
  const note = search.answers.comics?.note ?? null;
  useEffect(() => { field.current?.focus(); }, []);
  useAnnounced(search);

  const leave = (to: string) => { rememberSearch(text); void navigate(to); };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text === '') { return; }
    leave(note?.jump && search.text === text ? links.comic(note.jump.slug) : links.latest({ q: text }));
  };
  const complete = (next: string) => { setTyped(next); field.current?.focus(); };
  const found = search.answers;
  const left = kinds.filter(([path]) => path === 'tags' || path === 'groups');
  const right = kinds.filter(([path]) => path !== 'tags' && path !== 'groups');
  const groups = (paths: typeof kinds) => paths.map(([path, kind]) => {
    const answer = found[path];
    return answer && answer.terms.length > 0 ? <TermHits key={path} path={path} kind={kind} answer={answer} text={search.text} words={wordsOf(search.text)} /> : null;
  });
  const isNothing = search.status === 'done' && Object.values(found).every(({ total }) => total === 0);
  const all = found.comics && found.comics.total > 0 && search.status !== 'loading';

  return (
    <dialog className="dialog search" aria-label={t('search.title')} {...modal} onKeyDown={(event) => moveActive(event, field.current)}>
      <form className="search__in" action={links.latest()} role="search" onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={field} type="search" name="q" value={typed} maxLength={MOST_LETTERS} aria-label={t('search.title')} placeholder={t('search.placeholder')}
          autoComplete="off" autoCapitalize="off" spellCheck={false} enterKeyHint="search" dir="auto" aria-describedby="search-keys"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onCompositionStart={() => setComposing(true)} onCompositionEnd={() => setComposing(false)}
        />
        <kbd className="only-mid" aria-hidden="true">esc</kbd>
        <button type="button" className="btn btn--ghost btn--icon" aria-label={t('search.close')} onClick={() => modal.ref.current?.close()}><Icon name="x" /></button>
      </form>
      {search.suggestions.length > 0 && text !== '' ? <Suggestions suggestions={search.suggestions} onPick={complete} /> : null}
      {note && text !== '' ? <Note note={note} /> : null}
      <Failures search={search} />
      {text === '' ? <SearchStart onPick={complete} /> : (
        <div className="search__out" aria-busy={search.status === 'loading'}>
          <div>
            {found.comics && found.comics.comics.length > 0 ? <ComicHits answer={found.comics} text={search.text} words={wordsOf(search.text)} onLeave={() => rememberSearch(text)} /> : null}
            {groups(left)}
          </div>
          <div>{groups(right)}</div>
          {slow && Object.keys(found).length === 0 ? <div className="search__wait" role="status" aria-label={t('search.loading')}><Skeleton width="60%" /><Skeleton width="80%" /><Skeleton width="45%" /></div> : null}
          {isNothing ? <p className="search__none">{t('search.nothing', { query: search.text })}</p> : null}
        </div>
      )}
      <div className="search__foot">
        <span className="keys" id="search-keys"><kbd>↑</kbd> <kbd>↓</kbd> {t('search.keys.move')}</span>
        <span className="keys"><kbd>↵</kbd> {t('search.keys.open')}</span>
        {all ? <Link className="link push" data-hit to={links.latest({ q: search.text })} onClick={() => rememberSearch(text)}>{t('search.all', { count: found.comics!.total, query: search.text })}</Link> : null}
      </div>
    </dialog>
  );
}

/** What was not understood of a search, what was looked for instead, and the comic whose number it is. */
function Note({ note: { hints, corrected, jump } }: { note: NonNullable<NonNullable<Search['answers']['comics']>['note']> }) {
  const t = useT();
  const links = useLinks();
  if (hints.length === 0 && corrected === null && jump === null) { return null; }
  return (
    <div className="search__note">
      {jump ? <Link className="link" data-hit to={links.comic(jump.slug)}>{t('search.jump', { id: jump.id })}</Link> : null}
      {corrected === null ? null : <p>{t('search.corrected', { query: corrected })}</p>}
      {hints.map((hint) => <p key={hint}>{hint}</p>)}
    </div>
  );
}

/** Says of every category that could not be had, and why where the text itself is wrong. */
function Failures({ search: { failures } }: { search: Search }) {
  const t = useT();
  const failed = Object.entries(failures) as [Category, NonNullable<Search['failures'][Category]>][];
  if (failed.length === 0) { return null; }
  const refused = failed.find(([, { status }]) => status === 422)?.[1];
  const sentence = (refused?.body as { errors?: { q?: string[] } } | null)?.errors?.q?.[0];
  return (
    <div className="search__note">
      {refused ? <Alert kind="bad"><p>{sentence ?? refused.message}</p></Alert>
        : failed.map(([category]) => <Alert key={category} kind="bad"><p>{t('search.failed', { category: t(category === 'comics' ? 'site.nav.comics' : `taxonomy.title.${category}`) })}</p></Alert>)}
    </div>
  );
}

/** Tells people who listen what was found, once all of it is there. */
function useAnnounced({ status, text, answers }: Search): void {
  const t = useT();
  useEffect(() => {
    if (status !== 'done') { return; }
    const terms = Object.entries(answers).reduce((sum, [category, { terms: shown }]) => sum + (category === 'comics' ? 0 : shown.length), 0);
    announce(t('search.announce', { comics: answers.comics?.total ?? 0, terms, query: text }));
  }, [status, text]);
}

/** Arrow keys go through everything that can be opened, from the field down and round; letters go on in the field. */
function moveActive(event: KeyboardEvent<HTMLDialogElement>, field: HTMLInputElement | null): void {
  if (event.nativeEvent.isComposing) { return; }
  const hits = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-hit]')];
  const at = hits.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    // The field is one place of the round.
    const places = hits.length + 1;
    const next = (at + 1 + (event.key === 'ArrowDown' ? 1 : -1) + places) % places;
    (next === 0 ? field : hits[next - 1])?.focus();
  } else if (at >= 0 && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
    field?.focus();
  }
}

/** The words of a search that names are marked with: those without a field, and values. */
function wordsOf(text: string): string[] {
  return text.split(/[\s,()|]+/u).map((part) => part.replace(/^[-~]+/u, '').replace(/^[\p{L}]+:/u, '').replace(/["$*?_]/gu, ' ').trim()).filter((word) => word !== '' && word !== 'OR');
}
