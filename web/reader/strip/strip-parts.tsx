import { memo, type CSSProperties } from 'react';
import { useChapterName } from '#web/platform/i18n/chapter-name.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import type { PageSize } from '#web/reader/chapter/page-shape.ts';
import { TalkLink } from '#web/reader/talk/talk-link.tsx';
import { StripPicture } from './strip-picture.tsx';
import { StripSlices } from './strip-slices.tsx';
import type { BetweenEntry, PageEntry } from './strip-items.ts';

interface PageProps {
  entry: PageEntry;
  layout: ReaderSettings['layout'];
  src: string;
  /** Whether it is the page the reader is at. */
  now: boolean;
  onReady: (src: string, failed?: boolean) => void;
  start?: number;
  size?: number;
  across?: number;
}

/** One page; without a place it stands where the style sheet puts it. */
export const StripPage = memo(function StripPage({
  entry: { image, framed },
  layout,
  src,
  now,
  onReady,
  start,
  size = 0,
  across = 0,
}: PageProps) {
  const Picture = image.slices ? StripSlices : StripPicture;
  return (
    <div
      className="strip__page"
      style={start === undefined ? plainStyle(framed) : stripStyle(layout, start, size, across)}
    >
      <Picture
        image={image}
        framed={framed}
        src={src}
        now={now}
        width={layout === 'vertical' ? across : size}
        onReady={onReady}
      />
    </div>
  );
});

/** A page for browsers without scripts. */
export function PlainPage({ entry: { image, framed } }: { entry: PageEntry }) {
  const t = useTranslate();
  return (
    <div className="strip__page" style={plainStyle(framed)}>
      <div className="picture-box">
        <img src={image.source_url} alt={t('reader.page.name', { page: image.page })} loading="lazy" />
      </div>
    </div>
  );
}

/** The entry between two chapters of a strip. */
export function Between({
  entry: { from, to },
  dir,
  style,
}: {
  entry: BetweenEntry;
  dir: 'ltr' | 'rtl';
  style: CSSProperties;
}) {
  const t = useTranslate();
  const name = useChapterName();
  return (
    <div className="strip__between" dir={dir} style={style}>
      {from.chapter && <p className="muted">{t('reader.end.chapter', { chapter: name(from.chapter) })}</p>}
      {from.chapter && <TalkLink comic={from.comic} chapter={from.chapter} />}
      {to.chapter && (
        <p>
          <bdi>{name(to.chapter)}</bdi>
        </p>
      )}
    </div>
  );
}

function plainStyle({ width, height }: PageSize): CSSProperties {
  return { '--w': width, '--h': height } as CSSProperties;
}

/** Where a part of a strip stands in it. */
export function stripStyle(
  layout: ReaderSettings['layout'],
  start: number,
  size: number,
  across: number,
): CSSProperties {
  return layout === 'vertical'
    ? { insetBlockStart: start, blockSize: size, inlineSize: across }
    : { insetInlineStart: start, inlineSize: size, blockSize: across };
}
