import { useMemo } from 'react';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SegBar } from '#web/ui/feedback/progress-segments.tsx';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import type { ComicView } from './comic-data.ts';
import { SaveButton, ShareButton } from './lazy-parts.tsx';
import { useReading, type Reading } from './reading-state.ts';

/** Begin, or go on where one left off; the first and the latest chapter; download and share. */
export function ReadActions({ view }: { view: ComicView }) {
  const t = useTranslate();
  const links = useAddresses();
  const hasDownloads = useFeature('downloads');
  const reading = useReading(view);
  const { comic, chapters } = view;
  const first = reading.chapters[0] ?? null;
  const latest = reading.chapters.at(-1) ?? null;
  const share = useMemo(() => <ShareButton title={comic.title} />, [comic.title]);
  // A series is saved by its chapters.
  const save = useMemo(
    () => chapters.length === 0 && !comic.closed && <SaveButton comic={comic} chapter={null} name={comic.title} />,
    [comic, chapters.length],
  );
  // A comic one may not see yet is not passed on; the note above says how to see it.
  if (comic.withheld) return null;
  if (comic.pages === 0 && chapters.length === 0) return <div className="comic__acts">{share}</div>;
  return (
    <div className="comic__acts">
      <ReadButton view={view} reading={reading} long />
      {reading.goOn !== null && chapters.length === 0 && (
        <ButtonLink look={['lg']} className="only-mid" to={links.reader(comic.slug, null, 1)}>
          {t('comic.read.start')}
        </ButtonLink>
      )}
      {first && latest && first !== latest && (
        <>
          {reading.goOn !== null && (
            <ButtonLink look={['lg']} to={links.reader(comic.slug, first.slug, 1)}>
              {t('comic.read.first')}
            </ButtonLink>
          )}
          <ButtonLink look={['lg']} to={links.reader(comic.slug, latest.slug, 1)}>
            {t('comic.read.latest')}
          </ButtonLink>
        </>
      )}
      {hasDownloads && (
        <ButtonLink
          look={['lg']}
          className="btn--share"
          to={links.comicDownload(comic.slug)}
          aria-label={t('downloads.download')}
          title={t('downloads.download')}
        >
          <Icon name="download" />
          <span className="only-mid">{t('downloads.download')}</span>
        </ButtonLink>
      )}
      {save}
      {share}
    </div>
  );
}

/** The one filled button: read, or go on. `long` says where; in a bar there is no room for that on a phone. */
export function ReadButton({
  view: { comic },
  reading,
  long = false,
}: {
  view: ComicView;
  reading: Reading;
  long?: boolean;
}) {
  const t = useTranslate();
  const links = useAddresses();
  const name = useChapterName();
  const { goOn } = reading;
  if (goOn === null) {
    return (
      <ButtonLink
        look={long ? ['primary', 'lg'] : ['primary']}
        to={links.reader(comic.slug, reading.chapters[0]?.slug)}
      >
        {t(reading.done > 0 ? 'comic.read.again' : 'comic.read')}
      </ButtonLink>
    );
  }
  const { chapter, page } = goOn;
  // Without a page the reader opens where one left off, to the row.
  const to = links.reader(comic.slug, chapter?.slug, reading.of(chapter) === undefined ? 1 : undefined);
  if (chapter === null) {
    return (
      <ButtonLink look={long ? ['primary', 'lg'] : ['primary']} to={to}>
        {long ? t('comic.continue.page', { page }) : t('comic.continue')}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink look={long ? ['primary', 'lg'] : ['primary']} to={to}>
      {t('comic.continue')}
      <span className={long ? 'btn__note' : 'btn__note only-mid'}>
        {t('comic.continue.note', {
          chapter: chapter.number === null ? name(chapter) : t('comic.chapter.number', { number: chapter.number }),
          page,
        })}
      </span>
    </ButtonLink>
  );
}

/** How far it was read, as segments and in numbers. Its place is kept while nothing is known. */
export function ReadingBar({ view }: { view: ComicView }) {
  const t = useTranslate();
  const locale = useLocale();
  const { done, total } = useReading(view);
  const hydrated = useHydrated();
  return (
    <div className={hydrated && done > 0 ? 'comic__read' : 'comic__read is-unread'}>
      <SegBar total={total} done={done} />
      <span className="visually-hidden">
        {view.chapters.length > 0 ? t('comic.done.chapters', { done, total }) : t('comic.done.pages', { done, total })}
      </span>
      <span className="muted small num" aria-hidden="true">
        {formatNumber(locale, done)} / {formatNumber(locale, total)}
      </span>
    </div>
  );
}
