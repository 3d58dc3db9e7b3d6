import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Chapter } from '#contract/chapters.ts';
import { announce } from '#web/announcer.tsx';
import { useHydrated } from '#web/hydrated.ts';
import { useLocale, useT } from '#web/i18n/i18n.tsx';
import { formatNumber, numberFormat } from '#web/i18n/format.ts';
import { useLinks } from '#web/links.ts';
import { progressStore } from '#web/kept/progress-store.ts';
import { askToReport } from '#web/reporting.ts';
import { pictureOf, progressId, type ChapterData } from './chapter-data.ts';
import { EndPanel } from './end-panel.tsx';
import type { ReaderAction } from './keys.ts';
import type { Overlay } from './overlays.tsx';
import { PagedView } from './paged-view.tsx';
import { PlainTurns } from './plain-turns.tsx';
import { resumePoint } from './progress.ts';
import { BottomBar, TopBar } from './reader-bars.tsx';
import { Scrub } from './scrub.tsx';
import { canScroll, screenOf, scrollAlong, type Scroller } from './scrolling.ts';
import { settingsFor } from './settings-keys.ts';
import { spreadIndex, spreadsOf } from './spreads.ts';
import { StripView, type StripSight } from './strip-view.tsx';
import { TapZones } from './tap-zones.tsx';
import { Thumbs } from './thumbs.tsx';
import { useChrome } from './use-chrome.ts';
import { useFetchAhead } from './use-fetch-ahead.ts';
import { usePictures } from './use-pictures.ts';
import { usePosition } from './use-position.ts';
import { useProgress } from './use-progress.ts';
import { useReaderInput } from './use-reader-input.ts';
import { usePairs, useReaderSettings } from './use-settings.ts';
import { useZonesShown } from './use-zones-shown.ts';
import './reader.css';

interface Props {
  data: ChapterData;
  /** The page the address names, if any. */
  asked: number | null;
  /** The address of a page of this chapter. */
  address: (page: number) => string;
}

const Overlays = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }));

/** One step of the keys that scroll, in CSS pixels. */
const STEP = 80;

/** The reader of one chapter: it owns the position, and everything that moves goes through `act`. */
export function Reader({ data, asked, address }: Props) {
  const { comic, chapter, previous, next, images } = data;
  const t = useT();
  const locale = useLocale();
  const links = useLinks();
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const total = images.length;

  const control = useReaderSettings(comic);
  const { settings } = control;
  const pairs = usePairs(settings);
  const spreads = useMemo(() => spreadsOf(images, { pairs, shift: settings.shift }), [images, pairs, settings.shift]);
  const paged = settings.mode === 'manga' || total === 0;

  const { position, moveTo, note, here } = usePosition({
    total, asked, address, hydrated,
    resume: () => resumePoint(progressStore.get()[comic.id]?.chapters[progressId(chapter)], total),
  });
  const index = position.ended || total === 0 ? spreads.length : spreadIndex(spreads, position.page);
  const spread = spreads[Math.min(index, spreads.length - 1)] ?? [1];
  const [percent, setPercent] = useState(0);
  const first = paged ? spread[0] : position.page;
  const last = paged ? spread[spread.length - 1]! : position.page;

  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [overlaysWanted, setOverlaysWanted] = useState(false);
  const [thumbs, setThumbs] = useState<'open' | 'pointed' | null>(null);
  const chrome = useChrome();
  const zones = useZonesShown(total > 0);
  const pictures = usePictures();
  const progress = useProgress(data);
  const stage = useRef<HTMLElement>(null);
  const strip = useRef<HTMLDivElement>(null);

  useFetchAhead({ data, first, last, saver: settings.saver, pictures });

  useEffect(() => {
    if (paged) { progress.see({ page: last, offset: 0, lastInView: last, ended: position.ended || last === total }); }
  }, [paged, first, last, position.ended]);

  const words = total === 0 ? '' : position.ended ? t('reader.end.here')
    : first === last ? t('reader.page.of', { page: first, total }) : t('reader.page.pair', { first, last, total });
  const opened = useRef(words);
  useEffect(() => {
    if (words === opened.current) { return; }
    opened.current = words;
    // A strip passes many pages before it rests at one.
    const timer = setTimeout(() => announce(words), paged ? 0 : 500);
    return () => clearTimeout(timer);
  }, [words, paged]);

  const onSight = (sight: StripSight) => {
    progress.see(sight);
    note({ page: sight.page, offset: sight.offset });
    setPercent(sight.percent);
  };
  const close = () => setOverlay(null);
  const jump = (page: number) => moveTo({ page }, 'jump');
  const open = (to: Chapter, page: number) => void navigate(links.reader(comic.slug, to.slug, page));
  const leaveFor = (to: Chapter) => { progress.leave(last); open(to, 1); };

  /** What scrolls: the strip along its way, or the page in view where it is taller than the screen. */
  const scroller = (): Scroller | null => {
    const box = paged ? stage.current?.querySelector<HTMLElement>('.spread.is-now') : strip.current;
    return box ? { box, layout: paged ? 'vertical' : settings.layout, direction: settings.direction } : null;
  };
  const scroll = (towards: 1 | -1, distance: (box: Scroller) => number): boolean => {
    const box = scroller();
    if (box === null || !canScroll(box, towards)) { return false; }
    scrollAlong(box, towards * distance(box));
    return true;
  };

  const goOn = () => {
    const following = paged ? spreads[index + 1]?.[0] : here().page + 1;
    if (following !== undefined && following <= total) {
      moveTo({ page: following });
    } else if (paged && !position.ended && total > 0) {
      moveTo({ page: total, ended: true });
    } else if ((paged || !scroll(1, screenOf)) && next !== null && data.closed === null) {
      leaveFor(next);
    }
  };
  const goBack = () => {
    const before = paged ? spreads[index - 1]?.[0] : here().offset > 0.05 ? here().page : here().page - 1;
    if (before !== undefined && before >= 1) { moveTo({ page: before }); } else if (previous !== null) { open(previous, Math.max(previous.pages, 1)); }
  };

  /** Does what was asked; whether there was anything to do. */
  const act = (action: ReaderAction): boolean => {
    zones.hide();
    const chosen = settingsFor(action, settings);
    if (chosen !== null) { control.choose('comic', chosen); return true; }
    switch (action) {
      case 'next': goOn(); break;
      case 'previous': goBack(); break;
      case 'first': jump(1); break;
      case 'last': jump(total); break;
      case 'forward': if (!scroll(1, screenOf)) { goOn(); } break;
      case 'backward': if (!scroll(-1, screenOf)) { goBack(); } break;
      case 'scroll-down': strip.current?.focus({ preventScroll: true }); return scroll(1, () => STEP);
      case 'scroll-up': strip.current?.focus({ preventScroll: true }); return scroll(-1, () => STEP);
      case 'next-chapter': if (next) { leaveFor(next); } break;
      case 'previous-chapter': if (previous) { open(previous, 1); } break;
      case 'chrome': chrome.toggle(); break;
      case 'fullscreen': toggleFullscreen(); break;
      case 'settings': case 'help': case 'go-to': setOverlaysWanted(true); setOverlay(action); break;
      case 'thumbnails': chrome.show(); setThumbs((now) => (now === null ? 'open' : null)); break;
      case 'leave': if (thumbs === null) { void navigate(links.comic(comic.slug)); } else { setThumbs(null); } break;
      default: return false;
    }
    return true;
  };
  const lie = settings;
  const input = useReaderInput(lie, overlay !== null, act);
  const shown = images[first - 1];
  const reportPage = shown && (() => askToReport({ subject: 'page', subject_id: shown.id, name: t('reader.page.of', { page: first, total }) }));
  const end = <EndPanel data={data} onNextChapter={() => progress.leave(last)} onAgain={() => jump(1)} />;

  return (
    <div
      className="reader" data-chrome={chrome.shown || overlay !== null || thumbs !== null ? 'on' : 'off'} data-ground={settings.ground}
      data-pairing={hydrated ? undefined : settings.pairing} onPointerMove={chrome.onPointerMove}
    >
      <main
        ref={stage} id="main" className="reader__stage" tabIndex={-1} aria-label={words} {...input}
        data-swipe={paged && settings.fit !== 'original' && settings.fit !== 'height' ? (settings.layout === 'vertical' ? 'y' : 'x') : undefined}
      >
        <h1 className="vh">{t('reader.title', { title: comic.title })}</h1>
        {paged
          ? <PagedView
              images={images} spreads={spreads} index={index} page={position.page} settings={settings} neighbours={hydrated}
              onReady={pictures.markReady} end={end}
            />
          : <StripView
              ref={strip} images={images} settings={settings} position={position} label={t('reader.strip.label')}
              onSight={onSight} onReady={pictures.markReady} end={end}
            />}
      </main>
      {zones.shown && <TapZones lie={lie} />}
      <TopBar data={data} canFill={hydrated && document.fullscreenEnabled} onFullscreen={() => act('fullscreen')} onSettings={() => act('settings')} onReport={reportPage} />
      {total > 0 && (
        <BottomBar
          data={data} direction={settings.direction} onNextChapter={() => progress.leave(last)} onPointing={() => setThumbs((now) => (now === 'pointed' ? null : now))}
          now={<>
            <b>{formatNumber(locale, first)}{first === last ? null : `–${formatNumber(locale, last)}`}</b>
            {` / ${formatNumber(locale, total)}`}{paged ? null : ` · ${numberFormat(locale, { style: 'percent' }).format(percent / 100)}`}
          </>}
        >
          {thumbs !== null && <Thumbs images={images} first={first} last={last} direction={settings.direction} address={address} onChoose={jump} />}
          <Scrub
            total={total} first={first} last={last} direction={settings.direction}
            isLoaded={(page) => pictures.ready.has(pictureOf(images[page - 1]!, settings.saver))}
            onChoose={(page, settled) => moveTo({ page }, settled ? 'jump' : 'turn')}
            onPointing={() => setThumbs((now) => now ?? 'pointed')}
          />
        </BottomBar>
      )}
      {paged && <PlainTurns spreads={spreads} index={index} page={position.page} total={total} address={address} />}
      {overlaysWanted && (
        <Suspense>
          <Overlays
            open={overlay} control={control} lie={lie} page={first} total={total}
            onClose={close} onShowZones={() => { close(); zones.show(); }} onGoTo={jump}
          />
        </Suspense>
      )}
    </div>
  );
}

function toggleFullscreen(): void {
  // Refused where the visitor has forbidden it: the button then does what the browser allows, nothing.
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
  done?.catch(() => {});
}
