import { useId, type CSSProperties, type ReactNode } from 'react';
import type { ComicCard } from '#contract/comics.ts';
import type { Term, TermKind } from '#contract/taxonomy.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { ratedMark } from '#web/library/display/rated-cover.tsx';
import { titleLanguage } from '#web/platform/i18n/title-language.ts';
import { Picture } from '#web/ui/media/picture.tsx';
import '#web/ui/basic/chip.css';
import { Link } from '#web/ui/basic/link.tsx';
import type { SearchSuggestions, SearchedPath } from './search-sources.ts';
import { Marked } from './highlight.tsx';

interface Props {
  answer: SearchSuggestions;
  /** The search the answer is for, and its words, which are marked. */
  text: string;
  words: readonly string[];
}

/** The comics that fit best, each with its cover, its titles and how much there is to read. */
export function ComicHits({ answer: { comics }, text, words }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <Group title={t('site.nav.comics')} more={links.latest({ q: text })}>
      {comics.map((comic) => (
        <ComicHit key={comic.id} comic={comic} words={words} />
      ))}
    </Group>
  );
}

function ComicHit({ comic, words }: { comic: ComicCard; words: readonly string[] }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const { title, title_original: original, alternative_title: alternative, chapters_count: chapters, pages } = comic;
  const other = [original, alternative].find((each) => each && each !== title);
  return (
    <Link className="hit hit--comic" data-hit to={links.comic(comic.slug)} {...ratedMark(comic.rating)}>
      <Picture src={comic.thumb_url} width={40} height={60} alt="" eager color={comic.cover?.color ?? null} />
      <span className="hit__t">
        <b lang={titleLanguage(comic, locale)}>
          <bdi dir="auto">
            <Marked text={title} words={words} />
          </bdi>
        </b>
        {other ? (
          <span className="muted small">
            <bdi dir="auto">
              <Marked text={other} words={words} />
            </bdi>
          </span>
        ) : null}
      </span>
      <span className="n">
        {chapters > 0 ? t('latest.card.chapters', { count: chapters }) : t('latest.card.pages', { count: pages })}
      </span>
    </Link>
  );
}

/** The terms of a kind whose names fit best, with how many comics have each: tags as chips, people with a face. */
export function TermHits({
  path,
  kind,
  answer: { terms },
  text,
  words,
}: Props & { path: SearchedPath; kind: TermKind }) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <Group title={t(`taxonomy.title.${path}`)} more={links.terms(path, { q: text })}>
      {kind === 'tag' ? (
        <div className="chips">
          {terms.map(({ id, slug, name, color, comics_count: count }) => (
            <Link
              key={id}
              className="chip chip--tag"
              data-hit
              style={color ? ({ '--tag': color } as CSSProperties) : undefined}
              to={links.term(kind, slug)}
            >
              <span>
                <bdi>
                  <Marked text={name} words={words} />
                </bdi>
              </span>
              <Count count={count} className="chip__n" />
            </Link>
          ))}
        </div>
      ) : (
        terms.map((term) => <TermHit key={term.id} kind={kind} term={term} words={words} />)
      )}
    </Group>
  );
}

function TermHit({ kind, term, words }: { kind: TermKind; term: Term; words: readonly string[] }) {
  const t = useTranslate();
  const links = useAddresses();
  const { name, slug, image_url: image, gender, hair, comics_count: count } = term;
  const facts = [
    ...(gender ? [t(`taxonomy.gender.${gender}`)] : []),
    ...(hair ? [t('taxonomy.hair', { hair })] : []),
  ].join(' · ');
  return (
    <Link className="hit" data-hit to={links.term(kind, slug)}>
      {image ? (
        <Picture src={image} width={36} height={36} alt="" eager />
      ) : (
        <span className="hit__ph" aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <span className="hit__t">
        <b>
          <bdi>
            <Marked text={name} words={words} />
          </bdi>
        </b>
        {facts === '' ? null : <span className="muted small">{facts}</span>}
      </span>
      <Count count={count} className="n" />
    </Link>
  );
}

/** How many comics: a number to see, a phrase to hear. */
function Count({ count, className }: { count: number; className: string }) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <span className={className}>
      <span aria-hidden="true">{formatNumber(locale, count)}</span>
      <span className="visually-hidden"> {t('taxonomy.comics', { count })}</span>
    </span>
  );
}

function Group({ title, more, children }: { title: string; more: string; children: ReactNode }) {
  const t = useTranslate();
  const heading = useId();
  return (
    <section className="search__g" aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{title}</h3>
        <Link data-hit="more" to={more} aria-label={t('search.more', { category: title })}>
          {t('search.more.short')}
        </Link>
      </header>
      {children}
    </section>
  );
}
