import { startTransition, memo, useEffect, useMemo, useRef, useState } from 'react';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { progressStore } from '#web/library/progress/progress-store.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { imageAdjustments } from '#web/reader/chapter/image-adjustments.ts';
import { progressId, type AdjacentChapters, type ChapterData } from '#web/reader/chapter/chapter-data.ts';
import { storePrefetched } from '#web/reader/chapter/chapter-prefetch.ts';
import type { ReaderAction } from '#web/reader/context/key-map.ts';
import { Described } from '#web/reader/chapter/page-texts.ts';
import { PagedView } from '#web/reader/pages/paged-view.tsx';
import { PlainTurns } from '#web/reader/pages/plain-turns.tsx';
import { resumePoint } from '#web/reader/position/progress.ts';
import { ChapterCredits } from '#web/reader/bars/chapter-credits.tsx';
import { TopBar } from '#web/reader/bars/reader-bars.tsx';
import type { Overlay, ReaderContext } from '#web/reader/context/reader-context.ts';
import { settingsFor } from '#web/reader/input/settings-keys.ts';
import { spreadPlace, spreadIndex } from '#web/reader/pages/spreads.ts';
import type { Scroller } from '#web/reader/context/scrolling.ts';
import { EndPanel, Strip, Tools } from './lazy-parts.ts';
import type { StripSight } from '#web/reader/strip/strip-view.tsx';
import { useActions } from '#web/reader/context/use-action-handler.ts';
import { useAfterPaint } from '#web/reader/pages/use-after-paint.ts';
import { useToolbars } from '#web/reader/bars/use-toolbars.ts';
import { useFetchAhead } from '#web/reader/pages/use-fetch-ahead.ts';
import { usePictureNews, usePictures } from '#web/reader/pages/use-pictures.ts';
import type { Position } from '#web/reader/context/place.ts';
import { usePosition } from '#web/reader/position/use-position.ts';
import { useProgress } from '#web/reader/position/use-progress.ts';
import { useReaderInput } from '#web/reader/input/use-reader-input.ts';
import { usePairs, useReaderSettings } from '#web/reader/chapter/use-settings.ts';
import { useSpreads } from '#web/reader/pages/use-spreads.ts';
import { usePageTurns } from './use-page-turns.ts';
import './reader.css';
// With the first styles: a strip is in the page before its code is.
import '#web/reader/strip/strip-view.css';
import '#web/reader/bars/end-panel.css';

interface Props {
  data: ChapterData;
  /** The page the address names, if any. */
  asked: number | null;
  /** The address of a page of this chapter. */
  address: (page: number) => string;
}

/** A strip rolls until it has rested at a page for this many ms. */
const ROLLING = 150;

/** The tools, out of sight, as they were while the page that was turned to is not painted yet, or a strip rolls: the pages come first. */
const LaterTools = memo(
  ({ reader }: { reader: ReaderContext; hold: boolean }) => <Tools reader={reader} />,
  (_, { hold }) => hold,
);

/** The reader of one chapter: it owns the position, and everything that moves goes through `act`. */
export function Reader({ data: opened, asked, address }: Props) {
  const [told, setAround] = useState<AdjacentChapters | null>(null);
  const around = told !== null && told.of === opened.chapter?.id ? told : null;
  const data = useMemo(() => ({ ...opened, ...around }), [opened, around]);
  const { comic, chapter, images } = data;
  const t = useTranslate();
  const links = useAddresses();
  const hydrated = useHydrated();
  const total = images.length;

  const chosen = useReaderSettings(data);
  const { settings } = chosen;
  const pairs = usePairs(settings);
  const { spreads, shift, unshift } = useSpreads(data, settings, pairs);
  const control: typeof chosen = {
    ...chosen,
    choose(scope, choices) {
      chosen.choose(scope, choices);
      if ('pairStart' in choices) {
        unshift();
      }
    },
  };
  const paged = settings.mode === 'manga' || total === 0;

  const { position, moveTo, note, here, flow } = usePosition({
    chapter: progressId(chapter),
    total,
    closed: data.closed !== null,
    asked,
    address,
    hydrated,
    resume: () => resumePoint(progressStore.get()[comic.id]?.chapters[progressId(chapter)], total),
  });
  const indexFor = ({ page, offset, ended }: Position) =>
    ended || total === 0 ? spreads.length : spreadIndex(spreads, page, offset);
  const index = indexFor(position);
  const spread = spreads[Math.min(index, spreads.length - 1)];
  const seen = useAfterPaint(position);
  const painted = indexFor(seen);
  const rested = useAfterPaint(position, paged ? 0 : ROLLING);
  const [percent, setPercent] = useState(0);
  const { first, last } = paged && spread ? spread : { first: position.page, last: position.page };

  const [overlay, show] = useState<Overlay | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const chrome = useToolbars();
  const pictures = usePictures();
  const progress = useProgress(data, pictures, settings.saver);
  const { take, offer, wait, wanted, want } = useActions();
  const stage = useRef<HTMLElement>(null);
  const strip = useRef<Scroller>(null);

  const ahead = useFetchAhead({
    data,
    view: (paged && spreads[Math.min(painted, spreads.length - 1)]) || { first: seen.page, last: seen.page },
    settings,
    pictures,
  });
  useEffect(() => {
    if (wanted) {
      void EndPanel.load();
    }
  }, [wanted]);
  // The pages come first; the rest of the reader is fetched once they are on screen.
  const shown = usePictureNews(pictures, () => pictures.ready.size > 0);
  useEffect(() => {
    if (shown || total === 0) {
      want();
    }
  }, [shown, total, want]);

  useEffect(() => {
    if (paged) {
      progress.see({
        page: last,
        offset: spread?.half === 2 ? 0.5 : 0,
        lastInView: last,
        ended: position.ended || (last === total && spread?.half !== 1),
        begun: position.ended || position.page > 1,
      });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- seen once for each place; `progress` is made anew each time
  }, [paged, spread, position.page, position.ended]);

  const words =
    total === 0
      ? ''
      : position.ended
        ? t('reader.end.here')
        : first === last
          ? t('reader.page.of', { page: first, total })
          : t('reader.page.pair', { first, last, total });
  const announced = useRef(words);
  useEffect(() => {
    if (words === announced.current) return;
    announced.current = words;
    // A strip passes many pages before it rests at one.
    const timer = setTimeout(() => announce(words), paged ? 0 : 500);
    return () => clearTimeout(timer);
  }, [words, paged]);

  const onSight = (sight: StripSight) => {
    progress.see({ ...sight, begun: sight.page > 1 || sight.offset > 0 });
    note({ page: sight.page, offset: sight.offset });
    startTransition(() => setPercent(sight.percent));
  };
  const onLeave = () => progress.leave(last);
  const onChapter = (to: ChapterData, page: number) => {
    storePrefetched(to);
    flow(links.reader(comic.slug, to.chapter?.slug, page));
  };
  const { turn, scroller } = usePageTurns({
    data,
    settings,
    paged,
    spreads,
    index,
    position,
    here,
    moveTo,
    hasNotices: Boolean(around?.notices),
    onLeave,
    stage,
    strip,
  });

  /** Does what was asked; whether there was anything to do. With `scrolls` nothing but what a tool does: the browser does the rest. */
  const act = (action: ReaderAction, scrolls = false): boolean => {
    if (offer(action)) return true;
    if (scrolls) return false;
    const change = settingsFor(action, settings);
    if (change !== null) {
      control.choose('comic', change);
      return true;
    }
    if (action === 'offset' && paged && !position.ended) {
      const shifted = shift(spread);
      if (shifted) {
        moveTo(spreadPlace(spread!));
      }
      return shifted;
    }
    if (action === 'chrome') {
      want();
      chrome.toggle();
      return true;
    }
    return turn(action) ?? wait(action);
  };
  const input = useReaderInput(settings, overlay !== null, act);
  const end = (
    <EndPanel
      data={data}
      notices={around?.notices}
      credits={<ChapterCredits comic={data.comic.slug} chapter={data.chapter?.slug ?? null} />}
      onNextChapter={onLeave}
      onAgain={() => moveTo({ page: 1 }, 'jump')}
    />
  );
  const reader: ReaderContext = {
    data,
    address,
    control,
    pageOrientation: settings,
    view: { first, last, total, ended: position.ended, paged, percent },
    here,
    moveTo,
    act,
    take,
    scroller,
    stage,
    pictures,
    chrome,
    overlay,
    show,
    onLeave,
    showZones: () => act('zones'),
    setAround,
    tools,
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- presses and moves that the buttons within are not to have
    <div
      className="reader"
      data-chrome={chrome.shown || overlay !== null ? 'on' : 'off'}
      data-pairing={hydrated ? undefined : settings.pairing}
      onPointerMove={chrome.onPointerMove}
      // A button that was clicked would keep the space bar for itself.
      onMouseDown={(event) => {
        if ((event.target as Element).closest('.reader__top, .reader__bottom')) {
          event.preventDefault();
        }
      }}
      {...imageAdjustments(settings, images.slice(first - 1, last))}
    >
      <main
        ref={stage}
        id="main"
        className="reader__stage"
        tabIndex={-1}
        aria-label={words}
        {...input}
        data-swipe={paged && settings.layout === 'horizontal' ? 'x' : undefined}
      >
        <h1 className="visually-hidden">{t('reader.title', { title: comic.title })}</h1>
        <Described value={data.described}>
          {paged ? (
            <PagedView
              images={images}
              spreads={spreads}
              index={index}
              painted={painted}
              page={hydrated ? null : position.page}
              settings={settings}
              ahead={hydrated ? ahead : 0}
              onReady={pictures.markReady}
              end={end}
            />
          ) : (
            <Strip
              ref={strip}
              data={data}
              settings={settings}
              position={position}
              here={here}
              label={t('reader.strip.label')}
              ahead={ahead}
              onSight={onSight}
              onChapter={onChapter}
              onReady={pictures.markReady}
              end={end}
            />
          )}
        </Described>
      </main>
      <TopBar data={data} tools={setTools} onSettings={() => act('settings')} />
      {paged && <PlainTurns spreads={spreads} index={index} page={position.page} total={total} address={address} />}
      {wanted && <LaterTools reader={reader} hold={rested !== position && !chrome.shown && overlay === null} />}
    </div>
  );
}
