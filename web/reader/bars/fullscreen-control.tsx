import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';

/** How long the screen is white, in ms: electronic paper needs that long to clear itself. */
const FLASH = 150;

/** Whoever left full screen by themselves is not put back into it on the next chapter; what the device refuses is said once. */
let hasLeft = false;
let hasRefused = false;

/** Whether the page fills the screen, rendered again when that changes. */
export function useIsFull(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('fullscreenchange', listener);
      return () => document.removeEventListener('fullscreenchange', listener);
    },
    () => Boolean(document.fullscreenElement),
  );
}

/** The screen itself: full screen, kept on, held upright or across, and cleared for electronic paper. */
export function ScreenTool({ reader }: { reader: ReaderContext }) {
  const { fullscreen, awake, orientation, flash } = reader.control.settings;
  const isFull = useIsFull();
  const t = useTranslate();
  const say = (text: string) => showToast({ text, closeLabel: t('reader.close') });

  useActionHandler(reader, 'fullscreen', () => {
    if (!document.fullscreenEnabled) {
      say(t('reader.fullscreen.refused'));
      return;
    }
    hasLeft = isFull;
    if (isFull) {
      void document.exitFullscreen();
    } else {
      fill();
    }
  });
  useEffect(() => {
    if (!fullscreen || !document.fullscreenEnabled) return;
    // Browsers want a touch or a key before anything fills the screen.
    const onTap = () => {
      if (!hasLeft && !document.fullscreenElement) {
        fill();
      }
    };
    const onChange = () => {
      hasLeft = !document.fullscreenElement;
    };
    const { current: stage } = reader.stage;
    stage?.addEventListener('click', onTap);
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      stage?.removeEventListener('click', onTap);
      document.removeEventListener('fullscreenchange', onChange);
    };
  }, [fullscreen, reader.stage]);
  useEffect(
    () => () => {
      // The next chapter is another reader; whoever leaves for another page leaves full screen.
      if (document.querySelector('.reader') === null) {
        hasLeft = false;
        if (document.fullscreenElement) {
          void document.exitFullscreen();
        }
      }
    },
    [],
  );

  useEffect(() => (awake ? keepAwake() : undefined), [awake]);

  const isFirst = useRef(true);
  useEffect(() => {
    const changed = !isFirst.current;
    isFirst.current = false;
    const lockable = screen.orientation as (ScreenOrientation & { lock?: (to: string) => Promise<void> }) | undefined;
    if (orientation === 'free') {
      lockable?.unlock?.();
      return;
    }
    const refuse = () => {
      if (!hasRefused || changed) {
        say(t('reader.orientation.refused'));
      }
      hasRefused = true;
    };
    if (lockable?.lock === undefined) {
      refuse();
      return;
    }
    if (isFull) {
      lockable.lock(orientation).catch(refuse);
    } else if (changed) {
      say(t('reader.orientation.fullscreen'));
    }
    // oxlint-disable-next-line react/exhaustive-deps -- said when the choice or the screen changes
  }, [orientation, isFull]);

  const isWhite = useFlash(reader, flash);
  return isWhite ? <div className="reader__flash" /> : null;
}

function fill(): void {
  // Refused where no one touched anything; the next tap asks again.
  document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => {});
}

/** Keeps the screen on while the page is in sight; answers how to stop. Browsers let go of it when the page is hidden. */
function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const ask = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    // Refused when the battery is low.
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (isOver) {
      void lock?.release();
    }
  };
  const onSight = () => void ask();
  onSight();
  document.addEventListener('visibilitychange', onSight);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onSight);
    void lock?.release();
  };
}

/** Whether the screen is to be white now: after every `every` turns of a page, for a moment; never with 0. */
function useFlash({ view: { first, ended, paged } }: ReaderContext, every: number): boolean {
  const turns = useRef(-1);
  const [isWhite, setWhite] = useState(false);
  useEffect(() => {
    turns.current += 1;
    if (!paged || every === 0 || turns.current === 0 || turns.current % every !== 0) return;
    setWhite(true);
    const timer = setTimeout(() => setWhite(false), FLASH);
    return () => {
      clearTimeout(timer);
      setWhite(false);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- counts turns; a change of the settings is none
  }, [first, ended]);
  return isWhite;
}
