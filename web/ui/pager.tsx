import { Link } from 'react-router';
import { Icon, type IconName } from './icon.tsx';
import { pageWindow } from './page-window.ts';
import './pager.css';

/** What a pager says; page numbers come as the locale writes them. */
export interface PagerWords {
  label: string;
  first: string;
  previous: string;
  next: string;
  last: string;
  page: (page: number) => string;
  number: (page: number) => string;
}

interface Props {
  page: number;
  last: number;
  addressOf: (page: number) => string;
  words: PagerWords;
}

/** Pages shown on wide screens and on phones (specification, section 2, "Pager"). */
const WIDE = 5;
const NARROW = 3;

/** First, previous, page numbers around the current one, next, last: links all of them. Nothing for a list of one page. */
export function Pager({ page, last, addressOf, words }: Props) {
  if (last <= 1) { return null; }
  const near = pageWindow(page, last, NARROW);
  return (
    <nav className="pager" aria-label={words.label}>
      <Step icon="first" label={words.first} to={page > 1 ? addressOf(1) : null} />
      <Step icon="prev" label={words.previous} to={page > 1 ? addressOf(page - 1) : null} rel="prev" />
      <ul>
        {pageWindow(page, last, WIDE).map((each) => (
          <li key={each} className={near.includes(each) ? undefined : 'far'}>
            <Link to={addressOf(each)} aria-label={words.page(each)} aria-current={each === page ? 'page' : undefined}>{words.number(each)}</Link>
          </li>
        ))}
      </ul>
      <Step icon="next" label={words.next} to={page < last ? addressOf(page + 1) : null} rel="next" />
      <Step icon="last" label={words.last} to={page < last ? addressOf(last) : null} />
    </nav>
  );
}

function Step({ icon, label, to, rel }: { icon: IconName; label: string; to: string | null; rel?: string }) {
  const drawn = <Icon name={icon} className="flip" />;
  return to === null
    ? <span role="link" aria-disabled="true" aria-label={label}>{drawn}</span>
    : <Link to={to} rel={rel} aria-label={label}>{drawn}</Link>;
}
