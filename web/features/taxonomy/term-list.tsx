import { Fragment, type CSSProperties } from 'react';
import { Link } from 'react-router';
import type { Term } from '#contract/taxonomy.ts';
import { formatNumber } from '#web/i18n/format.ts';
import { useLocale, useT } from '#web/i18n/i18n.tsx';
import { useLinks } from '#web/links.ts';
import { Person } from '#web/ui/person.tsx';
import '#web/ui/chip.css';
import { PersonFacts } from './person-facts.tsx';
import { arePeople, kindOf, type IndexedPath } from './kinds.ts';
import { byLetter } from './letters.ts';
import './term-list.css';

interface Props {
  path: IndexedPath;
  terms: readonly Term[];
  /** Sorted by name: with the letters above what they begin. */
  lettered: boolean;
}

/** The terms of one page: people with their faces, all others in columns. */
export function TermList({ path, terms, lettered }: Props) {
  const t = useT();
  const locale = useLocale();
  const links = useLinks();
  const kind = kindOf(path);
  if (arePeople(path)) {
    return (
      <div className="people">
        {terms.map((term) => (
          <Person key={term.id} to={links.term(kind, term.slug)} name={term.name} image={term.image_url ?? null}>
            <PersonFacts term={term} />
          </Person>
        ))}
      </div>
    );
  }
  const row = ({ id, slug, name, color, comics_count }: Term) => (
    <Link className="tagrow" key={id} to={links.term(kind, slug)}>
      {path === 'tags' ? <i className="dot" style={{ '--tag': color ?? 'var(--muted)' } as CSSProperties} /> : null}
      <span className="tagrow__name"><bdi>{name}</bdi></span>
      <span className="tagrow__n"><span aria-hidden="true">{formatNumber(locale, comics_count)}</span><span className="vh">{t('taxonomy.comics', { count: comics_count })}</span></span>
    </Link>
  );
  const groups = lettered ? byLetter(terms, locale) : [];
  // One letter for all divides nothing: so it is with Chinese names, which stand together.
  if (groups.length < 2) { return <div className="taglist">{terms.map(row)}</div>; }
  return (
    <>
      <nav className="letters" aria-label={t('taxonomy.letters')}>
        {groups.map(({ letter }, index) => <a key={index} href={`#letter-${index}`}>{letter}</a>)}
      </nav>
      <div className="taglist">
        {groups.map(({ letter, members }, index) => (
          <Fragment key={index}>
            <h2 className="letterhead" id={`letter-${index}`}>{letter}</h2>
            {members.map(row)}
          </Fragment>
        ))}
      </div>
    </>
  );
}
