import { useEffect, useRef, useState, type CSSProperties } from 'react';
import type { PageImage } from '#contract/chapters.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import './page-picture.css';

/** How often a picture is asked for before the reader is told that it failed (specification, section 9). */
const ATTEMPTS = 2;

interface Props {
  image: PageImage;
  src: string;
  /** Whether it is wanted at once, is next, or comes when it nears the screen. */
  priority: 'now' | 'next' | 'later';
  /** Says that the picture came, or (`failed`) that it could not be had. */
  onReady: (src: string, failed?: boolean) => void;
}

/** The picture of one page. Its box has the page's size from the start; a picture that fails is asked for again, then offers to retry. */
export function PagePicture({ image, src, priority, onReady }: Props) {
  const t = useT();
  const [attempt, setAttempt] = useState(1);
  const element = useRef<HTMLImageElement>(null);
  const failed = attempt > ATTEMPTS;

  const settle = async (picture: HTMLImageElement) => {
    if (picture.naturalWidth === 0) { setAttempt((now) => now + 1); return; }
    // Decoded ahead, so that turning to this page only has to paint it.
    await picture.decode().catch(() => {});
    onReady(src);
  };
  // A picture of the served page may have come or failed before the page was hydrated.
  useEffect(() => {
    const picture = element.current;
    if (picture?.complete && (picture.naturalWidth > 0 || picture.loading !== 'lazy')) { void settle(picture); }
  }, [src, attempt]);
  useEffect(() => { setAttempt(1); }, [src]);
  useEffect(() => { if (failed) { onReady(src, true); } }, [failed, src]);

  const box = { '--w': image.width, '--h': image.height, ...(image.color ? { '--ph': image.color } : {}) } as CSSProperties;
  return (
    <div className="pic" style={box}>
      {failed ? (
        <div className="pic__failed" role="alert">
          <Icon name="image" />
          <p>{t('reader.page.failed', { page: image.page })}</p>
          <Button onClick={() => setAttempt(1)}><Icon name="retry" />{t('reader.page.retry')}</Button>
        </div>
      ) : (
        <img
          key={attempt} ref={element} src={src} width={image.width} height={image.height}
          alt={t('reader.page.name', { page: image.page })}
          loading={priority === 'later' ? 'lazy' : 'eager'} fetchPriority={priority === 'now' ? 'high' : 'auto'} decoding={priority === 'later' ? 'async' : 'sync'}
          draggable={false} onLoad={(event) => void settle(event.currentTarget)} onError={() => setAttempt((now) => now + 1)}
        />
      )}
    </div>
  );
}
