import { useState, type ReactNode } from 'react';
import type { Chapter } from '#contract/chapters.ts';
import { textDirection } from '#contract/locales.ts';
import { formatNumber, numberFormat } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { pageImageUrl } from '#web/reader/chapter/chapter-data.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { Scrub } from './page-slider.tsx';
import type { PageState } from './slider-segments.ts';
import { Thumbs } from './thumbnail-strip.tsx';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';
import { usePictureNews } from '#web/reader/pages/use-pictures.ts';
import { Link } from '#web/ui/basic/link.tsx';

interface Props {
  reader: ReaderContext;
  /** Pages with a bookmark. */
  marked: ReadonlySet<number>;
}

/** The bars below and beside the pages: where one is, what is loaded, what comes before and after, and small pictures of all pages when they are wanted. */
export function BottomTool({ reader, marked }: Props) {
  const {
    data,
    control: { settings },
    view: { first, last, total, paged, percent },
    address,
    moveTo,
    pictures,
    onLeave,
  } = reader;
  const { direction, bar } = settings;
  const t = useTranslate();
  const locale = useLocale();
  const [row, setRow] = useState(false);
  // Hidden bars are not drawn again for every picture that comes.
  usePictureNews(pictures, () => (reader.chrome.shown ? pictures.ready.size + pictures.failed.size / 1e4 : 0));
  useActionHandler(reader, 'leave', () => setRow(false), row && reader.chrome.shown);
  if (total === 0) return null;

  const stateFor = (page: number): PageState => {
    const src = pageImageUrl(data.images[page - 1]!, settings.saver);
    if (pictures.failed.has(src)) return 'failed';
    if (page >= first && page <= last) return 'now';
    if (page < first) return 'read';
    return pictures.ready.has(src) ? 'loaded' : page <= last + settings.preload ? 'loading' : 'open';
  };
  const scrub = (
    <Scrub
      images={data.images}
      first={first}
      last={last}
      direction={direction}
      vertical={bar === 'left' || bar === 'right'}
      stateFor={stateFor}
      onChoose={(page, move) => moveTo({ page }, move)}
    />
  );
  const numbers = (
    <>
      <b>
        {formatNumber(locale, first)}
        {first === last ? null : `–${formatNumber(locale, last)}`}
      </b>
      {` / ${formatNumber(locale, total)}`}
      {paged ? null : ` · ${numberFormat(locale, { style: 'percent' }).format(percent / 100)}`}
    </>
  );
  return (
    <>
      {settings.pageNumber && (
        <p className="reader__number" aria-hidden="true">
          {numbers}
        </p>
      )}
      {(bar === 'left' || bar === 'right') && (
        <div className="reader__side" data-at={bar}>
          {scrub}
        </div>
      )}
      <footer className="reader__bottom">
        {row && (
          <Thumbs
            images={data.images}
            first={first}
            last={last}
            direction={direction}
            marked={marked}
            address={address}
            onChoose={(page) => moveTo({ page }, 'jump')}
          />
        )}
        {bar === 'bottom' && scrub}
        <div className="reader__row" dir={direction}>
          <ToChapter
            reader={reader}
            to={data.previous}
            label={t('reader.chapter.previous')}
            icon={direction === 'rtl' ? 'next' : 'prev'}
          />
          <button
            type="button"
            className="btn btn--ghost reader__now"
            dir={textDirection(locale)}
            aria-expanded={row}
            onClick={() => setRow(!row)}
          >
            <span>{numbers}</span>
            <span className="visually-hidden">{t('reader.thumbnails.row')}</span>
            <Icon name={row ? 'down' : 'up'} className="icon--s" />
          </button>
          <ToChapter
            reader={reader}
            to={data.next}
            label={t('reader.chapter.next')}
            icon={direction === 'rtl' ? 'prev' : 'next'}
            onClick={onLeave}
            last
          />
        </div>
      </footer>
    </>
  );
}

interface ToChapterProps {
  reader: ReaderContext;
  to: Chapter | null;
  label: string;
  icon: 'prev' | 'next';
  /** Stands at the end of the row: its arrow comes after its words. */
  last?: boolean;
  onClick?: () => void;
}

function ToChapter({
  reader: {
    data: { comic },
  },
  to,
  label,
  icon,
  last = false,
  onClick,
}: ToChapterProps): ReactNode {
  const links = useAddresses();
  if (to === null) return <span className="reader__none" />;
  const words = <span className="only-mid">{label}</span>;
  return (
    <Link className="btn btn--ghost" to={links.reader(comic.slug, to.slug, 1)} aria-label={label} onClick={onClick}>
      {last && words}
      <Icon name={icon} />
      {!last && words}
    </Link>
  );
}
