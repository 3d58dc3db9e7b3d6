import { useLayoutEffect, useRef, type CSSProperties, type MouseEvent } from 'react';
import type { PageImage } from '#contract/chapters.ts';
import { useT } from '#web/i18n/i18n.tsx';
import type { ReadingDirection } from '#web/kept/reader-settings.ts';
import './thumbs.css';

interface Props {
  images: readonly PageImage[];
  first: number;
  last: number;
  direction: ReadingDirection;
  address: (page: number) => string;
  onChoose: (page: number) => void;
}

/** Small pictures of all pages, the one in view in the middle. Links: they open in a new tab, and work before scripts do. */
export function Thumbs({ images, first, last, direction, address, onChoose }: Props) {
  const t = useT();
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const now = row.current?.children[first - 1];
    if (!(now instanceof HTMLElement) || row.current === null) { return; }
    const outer = row.current.getBoundingClientRect();
    const box = now.getBoundingClientRect();
    row.current.scrollLeft += box.left + box.width / 2 - outer.left - outer.width / 2;
  }, [first]);
  const choose = (event: MouseEvent, page: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) { return; }
    event.preventDefault();
    onChoose(page);
  };
  return (
    <nav ref={row} className="thumbs" dir={direction} aria-label={t('reader.thumbnails.label')}>
      {images.map(({ id, page, thumbnail_url, color }) => (
        <a
          key={id} href={address(page)} className={page >= first && page <= last ? 'is-now' : undefined}
          aria-current={page === first ? 'page' : undefined} aria-label={t('reader.page.name', { page })} onClick={(event) => choose(event, page)}
        >
          <img src={thumbnail_url} width={48} height={67} alt="" loading="lazy" draggable={false} style={color ? { '--ph': color } as CSSProperties : undefined} />
          <span aria-hidden="true">{page}</span>
        </a>
      ))}
    </nav>
  );
}
