import { use, useEffect, useRef, useState, type CSSProperties } from 'react';
import type { PageImage } from '#contract/chapters.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { blur } from '#web/ui/media/blur.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import type { FramedPage } from './frames.ts';
import { knownSize } from '#web/reader/chapter/page-shape.ts';
import { Described, textId } from '#web/reader/chapter/page-texts.ts';
import './page-picture.css';

/** How often a picture is asked for before the reader is told that it failed. */
const ATTEMPTS = 2;
/** A picture that is waited for longer than this many ms is said to be slow. */
const SLOW = 5000;

interface Props {
  image: PageImage;
  src: string;
  /** Whether it is wanted at once, is next, or comes when it nears the screen. */
  priority: 'now' | 'next' | 'later';
  /** Says that the picture came, or (`failed`) that it could not be had. */
  onReady: (src: string, failed?: boolean) => void;
  /** The part of the page that is shown; absent for all of it. */
  framed?: FramedPage;
  /** Whether it is unpacked as soon as it came; who draws it says no. */
  decodes?: boolean;
  /** Whether it is a further part of a page that was named already. */
  silent?: boolean;
}

/**
 * The picture of one page. Its box has the size of what is shown from the start; a picture that takes long says so, one
 * that fails is asked for again, then offers to retry.
 */
export function PagePicture({ image, src, priority, onReady, framed, decodes = true, silent = false }: Props) {
  const t = useTranslate();
  const described = use(Described);
  const [attempt, setAttempt] = useState(1);
  const [slow, setSlow] = useState(false);
  const element = useRef<HTMLImageElement>(null);
  const failed = attempt > ATTEMPTS || src === '';

  const settle = async (picture: HTMLImageElement) => {
    if (picture.naturalWidth === 0) {
      setAttempt((now) => now + 1);
      return;
    }
    // Decoded ahead, so that turning to this page only has to paint it.
    if (decodes) {
      await picture.decode().catch(() => {});
    }
    picture.style.removeProperty('background-image');
    setSlow(false);
    onReady(src);
  };
  // Before what follows, which may count a failure already.
  useEffect(() => {
    setAttempt(1);
  }, [src]);
  // A picture of the served page may have come or failed before the page was hydrated.
  useEffect(() => {
    const picture = element.current;
    if (picture?.complete && (picture.naturalWidth > 0 || picture.loading !== 'lazy')) {
      void settle(picture);
    }
    if (picture && !picture.complete && image.thumbhash && picture.loading !== 'lazy') {
      void blur(picture, image.thumbhash);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- looked at once for each attempt
  }, [src, attempt]);
  useEffect(() => {
    if (failed) {
      onReady(src, true);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- said once for each picture
  }, [failed, src]);
  useEffect(() => {
    if (priority !== 'now' || element.current?.complete !== false) return;
    const timer = setTimeout(() => setSlow(element.current?.complete === false), SLOW);
    return () => clearTimeout(timer);
  }, [priority, src, attempt]);

  const { width, height } = framed ?? knownSize(image);
  const box = {
    '--w': width,
    '--h': height,
    '--share': framed?.share,
    ...(image.color ? { '--ph': image.color } : {}),
  } as CSSProperties;
  return (
    <div className="picture-box" style={box}>
      {failed ? (
        <div className="picture-box__failed" role="alert">
          <Icon name="image" />
          <p>{t('reader.page.failed', { page: image.page })}</p>
          <Button onClick={() => setAttempt(1)}>
            <Icon name="retry" />
            {t('reader.page.retry')}
          </Button>
        </div>
      ) : (
        <img
          key={attempt}
          ref={element}
          src={src}
          width={image.width || undefined}
          height={image.height || undefined}
          style={framed && frameStyle(framed)}
          alt={silent ? '' : t(image.missing ? 'reader.page.missing' : 'reader.page.name', { page: image.page })}
          aria-describedby={described && !silent ? textId(image.id) : undefined}
          loading={priority === 'later' ? 'lazy' : 'eager'}
          fetchPriority={priority === 'now' ? 'high' : 'auto'}
          decoding={priority === 'later' ? 'async' : 'sync'}
          draggable={false}
          onLoad={(event) => void settle(event.currentTarget)}
          onError={() => setAttempt((now) => now + 1)}
        />
      )}
      {image.missing && !failed && !silent && (
        <p className="picture-box__missing" aria-hidden="true">
          {t('reader.page.missing', { page: image.page })}
        </p>
      )}
      {slow && !failed && (
        <p className="picture-box__slow" role="status">
          {t('reader.page.slow', { page: image.page })}
        </p>
      )}
    </div>
  );
}

/** The whole picture, so large and so far out of its box that the part to show fills it. */
function frameStyle({ frame: { left, top, width, height } }: FramedPage): CSSProperties | undefined {
  if (width === 1 && height === 1) return undefined;
  const percent = (share: number) => `${share * 100}%`;
  return {
    position: 'absolute',
    left: percent(-left / width),
    top: percent(-top / height),
    inlineSize: percent(1 / width),
    blockSize: percent(1 / height),
  };
}
