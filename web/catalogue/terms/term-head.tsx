import type { CSSProperties, ReactNode } from 'react';
import { KIND_PATHS, type TermDetail, type TermKind } from '#contract/taxonomy.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Flag } from '#web/ui/basic/flag.tsx';
import { Picture } from '#web/ui/media/picture.tsx';
import '#web/ui/basic/chip.css';
import { Link } from '#web/ui/basic/link.tsx';
import { FollowTerm } from './follow-term.tsx';
import { isFollowable, isIndexed } from './kinds.ts';
import './term-head.css';

/** The head of a term's page: what it is, its name, how many comics, everything else known of it, and what can be done with it. */
export function TermHead({ kind, term, action }: { kind: TermKind; term: TermDetail; action: ReactNode }) {
  const t = useTranslate();
  const links = useAddresses();
  const path = KIND_PATHS[kind];
  const word = t('taxonomy.kind', { kind });
  return (
    <header className="term-header">
      {term.image_url ? (
        <Picture className="term-header__face" src={term.image_url} width={96} height={96} alt="" eager />
      ) : null}
      <div className="term-header__text">
        <p className="muted small">
          {isIndexed(path) ? (
            <Link className="link" to={links.terms(path)}>
              {word}
            </Link>
          ) : (
            word
          )}
        </p>
        <h1>
          {term.color ? <i className="dot" style={{ '--tag': term.color } as CSSProperties} /> : null}
          <Flag icon={term.icon} />
          <bdi>{term.name}</bdi>
        </h1>
        <Facts term={term} />
      </div>
      <div className="term-header__act">
        <p className="muted num small">{t('taxonomy.comics', { count: term.comics_count })}</p>
        <div className="row">
          {isFollowable(kind) ? <FollowTerm path={path} slug={term.slug} name={term.name} /> : null}
          {action}
        </div>
      </div>
    </header>
  );
}

function Facts({ term: { name, name_original: original, aliases, translations, gender, hair } }: { term: TermDetail }) {
  const t = useTranslate();
  const locale = useLocale();
  const others = translations.filter((each) => each.locale !== locale && each.name !== name && each.name !== original);
  const facts = [
    ...(original === name ? [] : [{ word: t('taxonomy.term.original'), value: <bdi>{original}</bdi> }]),
    ...(gender ? [{ word: t('taxonomy.term.gender'), value: t(`taxonomy.gender.${gender}`) }] : []),
    ...(hair ? [{ word: t('taxonomy.term.hair'), value: t('taxonomy.hair', { hair }) }] : []),
    ...(aliases.length > 0
      ? [
          {
            word: t('taxonomy.term.aliases'),
            value: aliases.map((alias) => (
              <span key={alias}>
                <bdi>{alias}</bdi>
              </span>
            )),
          },
        ]
      : []),
    ...(others.length > 0
      ? [
          {
            word: t('taxonomy.term.translations'),
            value: others.map((each) => (
              <span key={each.locale} lang={each.locale}>
                <bdi>{each.name}</bdi>
              </span>
            )),
          },
        ]
      : []),
  ];
  if (facts.length === 0) return null;
  return (
    <dl className="term-header__facts">
      {facts.map(({ word, value }) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
