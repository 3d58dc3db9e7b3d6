import { useEffect, useRef, useState } from 'react';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { BOUNDS } from '#web/library/preferences/reader-settings.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import type { ReaderAction } from '#web/reader/context/key-map.ts';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { canScroll } from '#web/reader/context/scrolling.ts';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';
import './auto-scroll-control.css';

/** Actions by hand, after which the reader no longer goes on by itself. */
const BY_HAND: readonly ReaderAction[] = [
  'next',
  'previous',
  'forward',
  'backward',
  'scroll-down',
  'scroll-up',
  'first',
  'last',
  'next-chapter',
  'previous-chapter',
  'thumbnails',
  'zoom-reset',
];
const [FASTEST, SLOWEST] = BOUNDS.pace;

/** The chapter the reader goes on in by itself, if it opens soon (in ms of the page's clock): kept while one reader makes way for the next. */
let onward: { chapter: number | undefined; until: number } | null = null;
/** How long the next chapter may take to open, in ms. */
const SOON = 10_000;

/** The reader goes on by itself: a strip scrolls a screen in `pace` seconds, a page is turned after them. Anything done by hand ends it. */
export function AutoScrollTool({ reader }: { reader: ReaderContext }) {
  const t = useTranslate();
  const {
    data,
    control,
    overlay,
    view: { paged, first, ended },
  } = reader;
  const { pace, layout } = control.settings;
  const [state, setState] = useState<'off' | 'on' | 'paused'>(() =>
    onward !== null && onward.chapter === data.chapter?.id && onward.until > performance.now() ? 'on' : 'off',
  );
  const latest = useRef(reader);
  latest.current = reader;
  const itself = useRef(false);
  const pill = useRef<HTMLElement>(null);

  const stop = () => {
    onward = null;
    if (state !== 'off') {
      setState('off');
      announce(t('reader.auto.stopped'));
    }
  };
  const change = (next: number) => {
    const within = Math.min(Math.max(next, FASTEST), SLOWEST);
    control.choose('comic', { pace: within });
    announce(t('reader.auto.pace', { seconds: within }));
  };
  const step = pace > 20 ? 5 : pace > 10 ? 2 : 1;
  useActionHandler(reader, 'auto-scroll', () => {
    if (state !== 'off') {
      stop();
      return;
    }
    setState('on');
    announce(t('reader.auto.started', { seconds: pace }));
  });
  useActionHandler(reader, 'faster', () => change(pace - step));
  useActionHandler(reader, 'slower', () => change(pace + step));
  useActionHandler(reader, 'zoom-in', () => change(pace - step), state !== 'off');
  useActionHandler(reader, 'zoom-out', () => change(pace + step), state !== 'off');
  useActionHandler(reader, 'leave', stop, state !== 'off');

  useEffect(() => {
    if (state === 'off') return;
    const byHand = () => {
      if (!itself.current) {
        stop();
      }
      return false;
    };
    const given = BY_HAND.map((action) => reader.take(action, byHand));
    const onTouch = ({ target }: Event) => {
      if (!pill.current?.contains(target as Node)) {
        stop();
      }
    };
    window.addEventListener('pointerdown', onTouch);
    window.addEventListener('wheel', onTouch, { passive: true });
    return () => {
      given.forEach((giveBack) => giveBack());
      window.removeEventListener('pointerdown', onTouch);
      window.removeEventListener('wheel', onTouch);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `stop` is of this state
  }, [state]);
  useEffect(() => {
    if (overlay !== null) {
      stop();
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only what opens over the pages stops it
  }, [overlay]);

  const goOn = (): boolean => {
    const {
      data: { next, closed },
      view,
      scroller,
      act,
    } = latest.current;
    const box = scroller();
    const atEnd = view.paged ? view.ended : box !== null && !canScroll(box, 1);
    if (atEnd && (next === null || closed !== null)) {
      stop();
      return false;
    }
    onward = next && { chapter: next.id, until: performance.now() + SOON };
    itself.current = true;
    act('forward');
    itself.current = false;
    return true;
  };
  useEffect(() => {
    if (state !== 'on') return;
    if (paged || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      // Nobody reads what is out of sight.
      const timer = setInterval(() => {
        if (!document.hidden) {
          goOn();
        }
      }, pace * 1000);
      return () => clearInterval(timer);
    }
    let frame = 0;
    let owed = 0;
    /** When the strip came to its end; there it rests for as long as a screen takes. */
    let rested: number | null = null;
    let before = performance.now();
    const roll = (time: number) => {
      const scroller = latest.current.scroller();
      const passed = Math.min(time - before, 100);
      before = time;
      if (scroller !== null && canScroll(scroller, 1)) {
        rested = null;
        const { box, direction } = scroller;
        owed += (passed / 1000 / pace) * (layout === 'vertical' ? box.clientHeight : box.clientWidth);
        const whole = Math.floor(owed);
        owed -= whole;
        if (whole > 0) {
          box.scrollBy({
            [layout === 'vertical' ? 'top' : 'left']: layout === 'horizontal' && direction === 'rtl' ? -whole : whole,
            behavior: 'instant',
          });
        }
      } else if ((rested ??= time) + pace * 1000 <= time && !goOn()) {
        return;
      }
      frame = requestAnimationFrame(roll);
    };
    frame = requestAnimationFrame(roll);
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react/exhaustive-deps -- a page turned at another moment is seen for as long as any; `goOn` reads what is latest
  }, [state, pace, paged, layout, paged && first, ended]);

  if (state === 'off') return null;
  return (
    <section ref={pill} className="auto" aria-label={t('reader.key.auto-scroll')}>
      <Button
        look={['ghost', 'icon']}
        aria-label={state === 'on' ? t('reader.auto.pause') : t('reader.auto.resume')}
        onClick={() => setState(state === 'on' ? 'paused' : 'on')}
      >
        <Icon name={state === 'on' ? 'pause' : 'play'} className={state === 'on' ? '' : 'flip'} />
      </Button>
      <Button
        look={['ghost', 'icon']}
        aria-label={t('reader.key.slower')}
        disabled={pace >= SLOWEST}
        onClick={() => change(pace + step)}
      >
        <Icon name="minus" />
      </Button>
      <span>{t('reader.auto.seconds', { seconds: pace })}</span>
      <Button
        look={['ghost', 'icon']}
        aria-label={t('reader.key.faster')}
        disabled={pace <= FASTEST}
        onClick={() => change(pace - step)}
      >
        <Icon name="plus" />
      </Button>
      <Button look={['ghost', 'icon']} aria-label={t('reader.auto.stop')} onClick={stop}>
        <Icon name="x" />
      </Button>
    </section>
  );
}
