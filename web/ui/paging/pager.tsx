import { useEffect, useLayoutEffect, useRef, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import '#web/ui/form/field.css';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { pageWindow } from './page-window.ts';
import './pager.css';

/** The words of a pager; page numbers come as the locale writes them. */
export interface PagerWords {
  label: string;
  first: string;
  previous: string;
  next: string;
  last: string;
  page: (page: number) => string;
  number: (page: number) => string;
  goto: string;
  go: string;
  /** The key that leads to the next page: the arrow that points where reading goes. */
  forward: 'ArrowRight' | 'ArrowLeft';
}

interface Props {
  page: number;
  last: number;
  addressFor: (page: number) => string;
  words: PagerWords;
}

/** Pages shown on wide screens and on phones. */
const WIDE = 5;
const NARROW = 3;
/** From so many pages on a number can be typed. */
const LONG = 10;

/**
 * First, previous, page numbers around the current one, next, last: links all of them; of a long list also a field for
 * a number. The arrow keys lead to the pages beside this one. Nothing for a list of one page. Another page of the list is
 * shown from its start: what is marked `data-list`, else what stands before the pager.
 */
export function Pager({ page, last, addressFor, words }: Props) {
  const host = useRef<HTMLElement>(null);
  usePageKeys(host, words.forward);
  useListStart(host, page);
  if (last <= 1) return null;
  const near = pageWindow(page, last, NARROW);
  const back = words.forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight';
  return (
    <nav className="pager" aria-label={words.label} ref={host}>
      <Step icon="first" label={words.first} to={page > 1 ? addressFor(1) : null} />
      <Step icon="prev" label={words.previous} to={page > 1 ? addressFor(page - 1) : null} rel="prev" keys={back} />
      <ul>
        {pageWindow(page, last, WIDE).map((each) => (
          <li key={each} className={near.includes(each) ? undefined : 'far'}>
            <Link to={addressFor(each)} aria-label={words.page(each)} aria-current={each === page ? 'page' : undefined}>
              {words.number(each)}
            </Link>
          </li>
        ))}
      </ul>
      <Step
        icon="next"
        label={words.next}
        to={page < last ? addressFor(page + 1) : null}
        rel="next"
        keys={words.forward}
      />
      <Step icon="last" label={words.last} to={page < last ? addressFor(last) : null} />
      {last >= LONG ? <Jump key={page} page={page} last={last} addressFor={addressFor} words={words} /> : null}
    </nav>
  );
}

function Step({
  icon,
  label,
  to,
  rel,
  keys,
}: {
  icon: IconName;
  label: string;
  to: string | null;
  rel?: string;
  keys?: PagerWords['forward'];
}) {
  const drawn = <Icon name={icon} className="flip" />;
  return to === null ? (
    <span role="link" aria-disabled="true" aria-label={label}>
      {drawn}
    </span>
  ) : (
    <Link
      to={to}
      rel={rel}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={keys ? `${label} (${keys === 'ArrowRight' ? '→' : '←'})` : label}
    >
      {drawn}
    </Link>
  );
}

/** A field for the number of a page: a form that works by itself. A number beyond the last page leads to the last, one before the first to the first. */
function Jump({ page, last, addressFor, words }: Props) {
  const navigate = useNavigate();
  const [path = '', query = ''] = addressFor(1).split('?');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { value: entered } = event.currentTarget.elements.namedItem('page') as HTMLInputElement;
    if (entered !== '') {
      void navigate(addressFor(Math.max(1, Math.min(Math.trunc(Number(entered)), last))));
    }
  };
  return (
    <form className="pager__jump" method="get" action={path} noValidate onSubmit={submit}>
      {[...new URLSearchParams(query)]
        .filter(([name]) => name !== 'page')
        .map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
      <input
        className="input"
        type="number"
        inputMode="numeric"
        name="page"
        min={1}
        max={last}
        defaultValue={page}
        aria-label={words.goto}
      />
      <button type="submit" className="btn btn--ghost">
        {words.go}
      </button>
    </form>
  );
}

/** Brings the start of the list into view where another page of it is shown while that is above the window. */
function useListStart(host: { current: HTMLElement | null }, page: number): void {
  const shown = useRef(page);
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const start = document.querySelector('main [data-list]') ?? host.current?.previousElementSibling;
    const edge = document.querySelector('.bar')?.clientHeight ?? 0;
    if (start && start.getBoundingClientRect().top < edge) {
      start.scrollIntoView();
    }
  }, [host, page]);
}

/** Controls to which the arrow keys, or the letters, belong. */
const BUSY =
  'input, textarea, select, summary, [contenteditable], [role="slider"], [role="tablist"], dialog, details[open]';

/** Follows the links to the next and the previous page by the arrow keys, unless something else has them. */
function usePageKeys(host: { current: HTMLElement | null }, forward: PagerWords['forward']): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
      if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
        return;
      }
      if ((event.target as Element).closest?.(BUSY) || document.querySelector('dialog[open]')) return;
      const link = host.current?.querySelector<HTMLAnchorElement>(
        `a[rel="${event.key === forward ? 'next' : 'prev'}"]`,
      );
      if (!link) return;
      event.preventDefault();
      link.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [host, forward]);
}
