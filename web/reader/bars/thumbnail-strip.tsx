import { useLayoutEffect, useRef, type CSSProperties, type MouseEvent } from 'react';
import type { PageImage } from '#contract/chapters.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { ReadingDirection } from '#web/library/preferences/reader-settings.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { useVirtualList } from './use-virtual-list.ts';
import './thumbnail-strip.css';

/** Width of a small picture of the row with the gap after it, in CSS pixels. */
const STEP = 54;

interface Props {
  images: readonly PageImage[];
  first: number;
  last: number;
  direction: ReadingDirection;
  marked: ReadonlySet<number>;
  address: (page: number) => string;
  onChoose: (page: number) => void;
}

/** Small pictures of all pages in a row, the one in view in the middle; only those near the eye are drawn. */
export function Thumbs({ images, first, last, direction, marked, address, onChoose }: Props) {
  const t = useTranslate();
  const row = useRef<HTMLElement>(null);
  const { from, to, look, reveal } = useVirtualList(row, { count: images.length, size: STEP, across: true });
  useLayoutEffect(() => {
    reveal(first - 1, true);
  }, [first, reveal]);
  return (
    <nav ref={row} className="thumbs" dir={direction} aria-label={t('reader.thumbnails.label')} onScroll={look}>
      <div style={{ inlineSize: images.length * STEP }}>
        {images.slice(from, to).map((image) => (
          <Thumb
            key={image.id}
            image={image}
            href={address(image.page)}
            isNow={image.page >= first && image.page <= last}
            isMarked={marked.has(image.page)}
            style={{ insetInlineStart: (image.page - 1) * STEP }}
            onChoose={onChoose}
          />
        ))}
      </div>
    </nav>
  );
}

interface ThumbProps {
  image: PageImage;
  href: string;
  isNow: boolean;
  isMarked: boolean;
  style?: CSSProperties;
  /** Whether Tab stops here. */
  tabbed?: boolean;
  onChoose: (page: number) => void;
}

/** The small picture of a page. A link: it opens in a new tab, too. */
export function Thumb({
  image: { page, thumbnail_url, color },
  href,
  isNow,
  isMarked,
  style,
  tabbed = true,
  onChoose,
}: ThumbProps) {
  const t = useTranslate();
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onChoose(page);
  };
  return (
    <a
      href={href}
      className={isNow ? 'thumb is-now' : 'thumb'}
      style={style}
      data-page={page}
      tabIndex={tabbed ? undefined : -1}
      aria-current={isNow ? 'page' : undefined}
      aria-label={t(isMarked ? 'reader.thumbnails.marked' : 'reader.page.name', { page })}
      onClick={choose}
    >
      <img
        src={thumbnail_url}
        width={48}
        height={67}
        alt=""
        loading="lazy"
        draggable={false}
        style={color ? ({ '--ph': color } as CSSProperties) : undefined}
      />
      <span aria-hidden="true">
        {page}
        {isMarked && <Icon name="bookmark" className="icon--s" />}
      </span>
    </a>
  );
}
