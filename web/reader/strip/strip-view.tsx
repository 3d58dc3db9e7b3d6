import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { textDirection } from '#contract/locales.ts';
import { useLocale } from '#web/platform/i18n/i18n.tsx';
import type { ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import { pageImageUrl, type ChapterData } from '#web/reader/chapter/chapter-data.ts';
import type { PageSize } from '#web/reader/chapter/page-shape.ts';
import type { Scroller } from '#web/reader/context/scrolling.ts';
import {
  nearestEdge,
  readingLine,
  isAtEnd,
  lastInView,
  layOut,
  stripLength,
  nearView,
  partAt,
  readPercent,
  placeAt,
  scrollTo,
  type Part,
  type VisibleRange,
  type StripPosition,
} from './strip-geometry.ts';
import { stripEntries, firstPages, stripItems, type Entry } from './strip-items.ts';
import { Between, PlainPage, StripPage, stripStyle } from './strip-parts.tsx';
import type { Place, Position } from '#web/reader/context/place.ts';
import type { Run } from './use-chapter-append.ts';
import './strip-view.css';

/** The part of the strip in view. */
export interface StripSight extends Place {
  lastInView: number;
  ended: boolean;
  /** How much of the chapter was passed, 0 to 100. */
  percent: number;
}

interface Props {
  run: Run;
  settings: ReaderSettings;
  position: Position;
  /** Where the reader is this very moment. */
  here: () => Position;
  label: string;
  /** How many pages after those in view may be asked for now. */
  ahead: number;
  onSight: (sight: StripSight) => void;
  /** Another chapter of the run came under the eye, at this page. */
  onChapter: (chapter: ChapterData, page: number) => void;
  onReady: (src: string, failed?: boolean) => void;
  end: ReactNode;
  ref: Ref<Scroller>;
}

/**
 * All pages as one strip, down the screen or along it. Sizes follow from the pages' own and the box; only pages near the
 * view are there. The row under the eye stays there when anything changes size.
 */
export function StripView({
  run,
  settings,
  position,
  here,
  label,
  ahead,
  onSight,
  onChapter,
  onReady,
  end,
  ref,
}: Props) {
  const { layout, direction, fit, gap, padding, crop, saver } = settings;
  // Pages run by the content's direction, words by the interface's.
  const words = textDirection(useLocale());
  const strip = useRef<HTMLDivElement>(null);
  const entries = useMemo(() => stripEntries(run.chapters, crop), [run.chapters, crop]);
  const base = run.chapters.slice(0, run.at).reduce((sum, { images }) => sum + images.length + 1, 0);
  const reach: VisibleRange = { base, count: run.chapters[run.at]!.images.length };

  const [box, setBox] = useState<PageSize | null>(null);
  const parts = useMemo(
    () => (box === null ? null : layOut(stripItems(entries, settings), settings, box)),
    // oxlint-disable-next-line react/exhaustive-deps -- of the settings, these alone lay the pages out
    [entries, box, layout, direction, fit, gap, padding],
  );
  const [laid, setLaid] = useState<Laid>(() => {
    const from = base + position.page - 1;
    return { entries, from, to: from + firstPages(entries, from) - 1 };
  });
  const [from, to] = laidIn(entries, laid);
  const spot = useRef<StripPosition>({ ...position, slack: 0 });
  const moved = useRef<number>(undefined);

  const axis = () => axisFor(strip.current!, layout, direction);
  const view = box === null ? 0 : layout === 'vertical' ? box.height : box.width;

  const show = (at: number) => {
    const [first, last] = nearView(parts!, { scroll: at, view }, ahead);
    if (laid.entries !== entries || from > first || to < last || to - from > last - first + 3) {
      setLaid({ entries, from: Math.max(first - 1, 0), to: last });
    }
  };
  const bring = () => {
    axis().scroll(scrollTo(parts!, spot.current, view, reach));
    moved.current = axis().at();
    show(moved.current);
  };
  const look = () => {
    if (parts === null) return;
    const at = axis().at();
    const seen = { scroll: at, view };
    // Where the reader itself put the strip, it knows the place better than its geometry does.
    if (moved.current === undefined || Math.abs(moved.current - at) > 1) {
      moved.current = undefined;
      spot.current = placeAt(parts, seen, reach);
    }
    show(at);
    const { page, offset } = spot.current;
    onSight({
      page,
      offset,
      lastInView: lastInView(parts, seen, reach),
      ended: isAtEnd(parts, seen, reach),
      percent: readPercent(parts, seen, reach),
    });
    const other = chapterAt(run, entries, parts, readingLine(seen));
    if (other !== null) {
      onChapter(run.chapters[other.at]!, other.page);
    }
  };

  // The box is measured before the first paint, and whenever it changes.
  useLayoutEffect(() => {
    const element = strip.current!;
    const observer = new ResizeObserver(() => {
      flushSync(() => setBox((now) => measureBox(element, now)));
    });
    setBox(measureBox(element, null));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const placed = useRef<{ position: Position; parts: readonly Part[]; base: number; box: PageSize }>(undefined);
  useLayoutEffect(() => {
    if (parts === null) return;
    const before = placed.current;
    placed.current = { position, parts, base, box: box! };
    if (before === undefined) {
      const { page, offset } = here();
      // Who scrolled before scripts came stays there; served pages begin with the one that was asked for.
      const scrolled = axis().at();
      const { start } = parts[base + Math.min(page, reach.count) - 1]!;
      spot.current =
        scrolled > 0 ? placeAt(parts, { scroll: start + scrolled, view }, reach) : { page, offset, slack: 0 };
    } else if (position !== before.position && position.by === 'reader') {
      spot.current = { page: position.page, offset: position.offset, slack: 0 };
    } else if (parts === before.parts) {
      return;
    } else if (base === before.base && box!.width === before.box.width && isSamePlaces(parts, before.parts)) {
      // Only the screen became higher or lower: what is on it stays where it is.
      if (spot.current.offset > 0) {
        moved.current = undefined;
      }
      look();
      return;
    }
    bring();
    look();
    // oxlint-disable-next-line react/exhaustive-deps -- places anew for these alone: whatever else happens, the strip stays where it is
  }, [parts, position, base]);

  useEffect(() => {
    if (parts !== null) {
      show(axis().at());
    }
    // oxlint-disable-next-line react/exhaustive-deps -- more is drawn as soon as more may be asked for; scrolling does the rest
  }, [ahead]);

  // Of a chapter that came under the eye nothing is told before all else has let go of the one before.
  const chapter = run.chapters[run.at]!.chapter?.id;
  const reported = useRef(chapter);
  useEffect(() => {
    if (reported.current === chapter) return;
    reported.current = chapter;
    moved.current = undefined;
    look();
    // oxlint-disable-next-line react/exhaustive-deps -- looked at once for each chapter
  }, [chapter]);

  useImperativeHandle(
    ref,
    () => ({
      box: strip.current!,
      layout,
      direction,
      ...(parts === null
        ? {}
        : { edgeNear: (at: number, low: number, high: number) => nearestEdge(parts, at, low, high) }),
    }),
    [layout, direction, parts],
  );

  const rest = (first: number, after: number) =>
    box === null && (
      <noscript>
        {entries.slice(first, after).map((entry) => 'image' in entry && <PlainPage key={entry.key} entry={entry} />)}
      </noscript>
    );
  return (
    <div
      ref={strip}
      className="strip"
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys too
      tabIndex={0}
      dir={direction}
      data-layout={layout}
      data-fit={fit}
      style={{ '--gap': `${gap}px`, '--inner': 1 - (2 * padding) / 100 } as CSSProperties}
      onScroll={look}
    >
      <div
        className={parts === null ? 'strip__flow' : 'strip__pages'}
        style={parts === null ? undefined : sizeFor(parts, layout)}
      >
        {rest(0, from)}
        {entries.slice(from, to + 1).map((entry, index) => {
          const part = parts?.[from + index];
          return 'image' in entry ? (
            <StripPage
              key={entry.key}
              entry={entry}
              layout={layout}
              src={pageImageUrl(entry.image, saver)}
              now={from + index === base + position.page - 1}
              onReady={onReady}
              {...(part && { start: part.start, size: part.size, across: part.across })}
            />
          ) : (
            part && (
              <Between
                key={entry.key}
                entry={entry}
                dir={words}
                style={stripStyle(layout, part.start, part.size, part.across)}
              />
            )
          );
        })}
        {rest(to + 1, entries.length)}
      </div>
      <div className="strip__end" dir={words}>
        {end}
      </div>
    </div>
  );
}

/** Which entries are laid out, by their indexes (inclusive). */
interface Laid {
  entries: readonly Entry[];
  from: number;
  to: number;
}

/** Where the same entries are once others came before them or went. */
function laidIn(entries: readonly Entry[], laid: Laid): [number, number] {
  if (laid.entries === entries) return [laid.from, laid.to];
  const key = laid.entries[laid.from]?.key;
  const from = Math.max(
    entries.findIndex((entry) => entry.key === key),
    0,
  );
  return [from, Math.min(from + laid.to - laid.from, entries.length - 1)];
}

function isSamePlaces(one: readonly Part[], other: readonly Part[]): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ start, across, from }, index) =>
        start === other[index]!.start && across === other[index]!.across && from === other[index]!.from,
    )
  );
}

/** The chapter of a run other than the one it is at whose page is under the eye, and that page; null where there is none. */
function chapterAt(
  { chapters, at: current }: Run,
  entries: readonly Entry[],
  parts: readonly Part[],
  eye: number,
): { at: number; page: number } | null {
  const index = partAt(parts, eye);
  const entry = entries[index]!;
  if (!('image' in entry)) return null;
  let base = 0;
  for (const [at, { images }] of chapters.entries()) {
    if (index < base + images.length) return at === current ? null : { at, page: index - base + 1 };
    base += images.length + 1;
  }
  return null;
}

/** The strip's whole size: across at least the box's, more where a page is. */
function sizeFor(parts: readonly Part[], layout: ReaderSettings['layout']): CSSProperties {
  if (layout === 'vertical') return { blockSize: stripLength(parts) };
  return {
    inlineSize: stripLength(parts),
    minBlockSize: parts.reduce((most, { across }) => Math.max(most, across), 0),
  };
}

/** The size of a box; the same object while it stays the same. */
function measureBox(element: HTMLElement, now: PageSize | null): PageSize {
  const { clientWidth: width, clientHeight: height } = element;
  return now?.width === width && now.height === height ? now : { width, height };
}

/** How far a strip is scrolled along its way, in CSS pixels, and how to scroll it. Right to left, scrolling counts down from nought. */
function axisFor(element: HTMLElement, layout: ReaderSettings['layout'], direction: ReaderSettings['direction']) {
  if (layout === 'vertical') {
    return {
      at: () => element.scrollTop,
      scroll: (to: number) => {
        element.scrollTop = to;
      },
    };
  }
  const sign = direction === 'rtl' ? -1 : 1;
  return {
    at: () => element.scrollLeft * sign,
    scroll: (to: number) => {
      element.scrollLeft = to * sign;
    },
  };
}
