import { Fragment, type CSSProperties } from 'react';
import { Link } from 'react-router';
import type { Term } from '#contract/taxonomy.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useT } from '#web/platform/i18n/i18n.tsx';
import { useLinks } from '#web/platform/page/addresses.ts';
import { Person } from '#web/ui/media/person-card.tsx';
import '#web/ui/basic/chip.css';
import { PersonFacts } from './person-facts.tsx';
import { arePeople, kindOf, type IndexedPath } from './kinds.ts';
import { placeOf, type LetterGroup } from './letters.ts';
import './term-list.css';

interface Props {
  path: IndexedPath;
  groups: readonly LetterGroup[];
}

/** The terms of one page, under their letters: people with their faces, all others in columns. */
export function TermList({ path, groups }: Props) {
  const Each = arePeople(path) ? PersonEntry : Row;
  const parts = groups.map(({ letter, members }) => (
    <Fragment key={letter}>
      {letter === '' ? null : <h2 className="letterhead" id={placeOf(letter)}>{letter}</h2>}
      {members.map((term) => <Each key={term.id} path={path} term={term} />)}
    </Fragment>
  ));
  return <div className={arePeople(path) ? 'people' : 'taglist'}>{parts}</div>;
}

function PersonEntry({ path, term }: { path: IndexedPath; term: Term }) {
  const links = useLinks();
  return (
    <Person to={links.term(kindOf(path), term.slug)} name={term.name} image={term.image_url ?? null}>
      <PersonFacts term={term} />
    </Person>
  );
}

function Row({ path, term: { slug, name, color, comics_count } }: { path: IndexedPath; term: Term }) {
  const t = useT();
  const locale = useLocale();
  const links = useLinks();
  return (
    <Link className="tagrow" to={links.term(kindOf(path), slug)}>
      {path === 'tags' ? <i className="dot" style={{ '--tag': color ?? 'var(--muted)' } as CSSProperties} /> : null}
      <span className="tagrow__name"><bdi>{name}</bdi></span>
      <span className="tagrow__n"><span aria-hidden="true">{formatNumber(locale, comics_count)}</span><span className="vh">{t('taxonomy.comics', { count: comics_count })}</span></span>
    </Link>
  );
}
