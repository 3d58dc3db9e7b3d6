import { useEffect, useRef, useState } from 'react';
import type { ComicCard } from '#contract/comics.ts';
import type { Page } from '#contract/paging.ts';
import type { Term } from '#contract/taxonomy.ts';
import { WorkRow } from '#web/catalogue/cards/work-row.tsx';
import { apiGet } from '#web/platform/api/api.ts';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { persistentStore, usePersistentStore } from '#web/platform/state/persistent-store.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Flag } from '#web/ui/basic/flag.tsx';
import { Link } from '#web/ui/basic/link.tsx';
import { When } from '#web/ui/basic/time-ago.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import './latest-chapters.css';

/** Series in the block, and most languages to choose from. */
const ROWS = 12;
const LANGUAGES = 50;
/** How far below the window the block begins to load: who does not come near it costs the site nothing. */
const AHEAD = '100px';

/** The id of the language whose chapters this browser shows; 0: of all. */
export const chapterLanguage = persistentStore<number>('komawari.chapter-language', (json) =>
  Number.isSafeInteger(json) && (json as number) > 0 ? (json as number) : 0,
);

type LatestSeries = { series: readonly ComicCard[] } | { failure: string };

/**
 * The series with the newest chapters, each chapter a link of its own, in every language or in the one the reader chose.
 * It loads once it is near; a site without series does not show it.
 */
export function LatestChapters() {
  const t = useTranslate();
  const links = useAddresses();
  const hasLanguages = useFeature('languages');
  const chosen = usePersistentStore(chapterLanguage);
  const language = hasLanguages ? chosen : 0;
  const section = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [languages, setLanguages] = useState<readonly Term[]>([]);
  const [loaded, setLoaded] = useState<LatestSeries | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        setNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(section.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear || !hasLanguages) return;
    const leaving = new AbortController();
    apiGet<Term[]>('/languages', {
      params: { sort: 'comics_count', per_page: LANGUAGES, landing: true },
      signal: leaving.signal,
    }).then(setLanguages, () => {});
    return () => leaving.abort();
  }, [isNear, hasLanguages]);
  useEffect(() => {
    if (!isNear) return;
    const leaving = new AbortController();
    apiGet<Page<ComicCard>>('/comics', {
      params: { q: 'chapters:>0', sort: 'latest_chapter', languages: language, per_page: ROWS },
      signal: leaving.signal,
    }).then(
      ({ data }) => setLoaded({ series: data }),
      ({ message }: Error) => {
        if (!leaving.signal.aborted) {
          setLoaded({ failure: message });
        }
      },
    );
    return () => leaving.abort();
  }, [isNear, language, attempt]);
  const isEmpty = loaded !== null && 'series' in loaded && loaded.series.length === 0;
  if (isEmpty && language === 0) return null;
  return (
    <section ref={section} className="needs-script" aria-labelledby="latest-chapters" aria-busy={loaded === null}>
      <div className="section-head latest-chapters__head">
        <h2 id="latest-chapters">{t('home.chapters')}</h2>
        {languages.length > 1 ? (
          <Select
            name="language"
            label={t('home.chapters.language')}
            value={String(language)}
            choices={[
              { value: '0', label: t('home.chapters.all') },
              ...languages.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(value) => chapterLanguage.change(() => Number(value))}
          />
        ) : null}
        <Link className="more" to={links.latest(language === 0 ? undefined : { languages: language })}>
          {t('home.shelf.more')}
          <span className="visually-hidden">: {t('home.chapters')}</span>
        </Link>
      </div>
      {loaded === null ? (
        <div className="latest-chapters latest-chapters--waiting">
          <Skeleton width="80%" />
          <Skeleton width="60%" />
          <Skeleton width="70%" />
        </div>
      ) : 'failure' in loaded ? (
        <Alert kind="bad">
          <span>{loaded.failure}</span>
          <Button onClick={() => setAttempt((count) => count + 1)}>{t('latest.retry')}</Button>
        </Alert>
      ) : isEmpty ? (
        <p className="muted">{t('home.chapters.none')}</p>
      ) : (
        <ul className="work-rows latest-chapters">
          {loaded.series.map((comic) => (
            <li key={comic.id}>
              <Release comic={comic} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Release({ comic }: { comic: ComicCard }) {
  const links = useAddresses();
  const nameChapter = useChapterName();
  const { slug, title, language, latest_chapter: chapter } = comic;
  return (
    <WorkRow comic={comic} title={title}>
      {chapter === null ? null : (
        <p className="latest-chapters__chapter">
          <Link to={links.reader(slug, chapter.slug)}>
            <bdi dir="auto">{nameChapter(chapter) || chapter.slug}</bdi>
          </Link>
        </p>
      )}
      <p className="row row--tight muted small">
        <span title={language?.name}>
          <Flag icon={language?.icon} />
          {language ? <span className={language.icon ? 'visually-hidden' : undefined}>{language.name}</span> : null}
        </span>
        {chapter === null ? null : <When date={chapter.added_at} />}
      </p>
    </WorkRow>
  );
}
