import { Fragment, type CSSProperties } from 'react';
import type { Term } from '#contract/taxonomy.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Person } from '#web/ui/media/person-card.tsx';
import '#web/ui/basic/chip.css';
import { Link } from '#web/ui/basic/link.tsx';
import { PersonFacts } from './person-facts.tsx';
import { arePeople, kindForPath, type IndexedPath } from './kinds.ts';
import { letterAnchor, type LetterGroup } from './letters.ts';
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
      {letter === '' ? null : (
        <h2 className="letter-heading" id={letterAnchor(letter)}>
          {letter}
        </h2>
      )}
      {members.map((term) => (
        <Each key={term.id} path={path} term={term} />
      ))}
    </Fragment>
  ));
  return <div className={arePeople(path) ? 'people' : 'tag-list'}>{parts}</div>;
}

function PersonEntry({ path, term }: { path: IndexedPath; term: Term }) {
  const links = useAddresses();
  return (
    <Person to={links.term(kindForPath(path), term.slug)} name={term.name} image={term.image_url ?? null}>
      <PersonFacts term={term} />
    </Person>
  );
}

function Row({ path, term: { slug, name, color, comics_count } }: { path: IndexedPath; term: Term }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  return (
    <Link className="tag-row" to={links.term(kindForPath(path), slug)}>
      {path === 'tags' ? <i className="dot" style={{ '--tag': color ?? 'var(--muted)' } as CSSProperties} /> : null}
      <span className="tag-row__name">
        <bdi>{name}</bdi>
      </span>
      <span className="tag-row__n">
        <span aria-hidden="true">{formatNumber(locale, comics_count)}</span>
        <span className="visually-hidden">{t('taxonomy.comics', { count: comics_count })}</span>
      </span>
    </Link>
  );
}
