import type { RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { Chapter } from '#contract/chapters.ts';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';
import type { ReaderAction } from '#web/reader/context/key-map.ts';
import { canScroll, screenStep, scrollAlong, type Scroller } from '#web/reader/context/scrolling.ts';
import { spreadPlace, type Spread } from '#web/reader/pages/spreads.ts';
import type { Move, Position } from '#web/reader/context/place.ts';

/** One step of the keys that scroll, in CSS pixels. */
const STEP = 80;

interface Options {
  data: ChapterData;
  settings: ReaderSettings;
  paged: boolean;
  spreads: readonly Spread[];
  /** The spread in view. */
  index: number;
  position: Position;
  here: () => Position;
  moveTo: (to: Partial<Pick<Position, 'page' | 'offset' | 'ended'>>, move?: Move) => void;
  /** Whether there is something to say between this chapter and the next. */
  hasNotices: boolean;
  /** Says that the reader goes on to the next chapter. */
  onLeave: () => void;
  stage: RefObject<HTMLElement | null>;
  strip: RefObject<Scroller | null>;
}

/** How the reader goes on and back: through a page, from page to page, from chapter to chapter. */
export function usePageTurns({
  data,
  settings,
  paged,
  spreads,
  index,
  position,
  here,
  moveTo,
  hasNotices,
  onLeave,
  stage,
  strip,
}: Options) {
  const { comic, previous, next, closed } = data;
  const total = data.images.length;
  const navigate = useNavigate();
  const links = useAddresses();

  const open = (to: Chapter, page: number) => void navigate(links.reader(comic.slug, to.slug, page));
  const leaveFor = (to: Chapter) => {
    onLeave();
    open(to, 1);
  };

  /** The element that scrolls: the strip along its way, or the page in view where it is taller than the screen. */
  const scroller = (): Scroller | null => {
    if (!paged) return strip.current;
    const box = stage.current?.querySelector<HTMLElement>('.spread.is-now');
    return box ? { box, layout: 'vertical', direction: settings.direction } : null;
  };
  const scroll = (towards: 1 | -1, distance: (box: Scroller, towards: 1 | -1) => number): boolean => {
    const own = scroller();
    // A page may be wider than the screen, too.
    const box =
      own &&
      [own, ...(paged ? [{ ...own, layout: 'horizontal' as const }] : [])].find((way) => canScroll(way, towards));
    if (!box) return false;
    scrollAlong(box, towards * distance(box, towards));
    return true;
  };

  const goOn = () => {
    const following = paged ? spreads[index + 1] && spreadPlace(spreads[index + 1]!) : { page: here().page + 1 };
    if (following !== undefined && following.page <= total) {
      moveTo(following);
    } else if (
      paged &&
      !position.ended &&
      total > 0 &&
      (settings.transitions || hasNotices || next === null || closed !== null)
    ) {
      moveTo({ page: total, ended: true });
    } else if ((paged || !scroll(1, screenStep)) && next !== null && closed === null) {
      leaveFor(next);
    }
  };
  const goBack = () => {
    const before = paged
      ? spreads[index - 1] && spreadPlace(spreads[index - 1]!)
      : { page: here().offset > 0.05 ? here().page : here().page - 1 };
    if (before !== undefined && before.page >= 1) {
      moveTo(before);
    } else if (previous !== null) {
      open(previous, Math.max(previous.pages, 1));
    }
  };

  /** Does what moves the reader; null for actions that are none of these. */
  const turn = (action: ReaderAction): boolean | null => {
    switch (action) {
      case 'next':
        goOn();
        break;
      case 'previous':
        goBack();
        break;
      case 'first':
        moveTo({ page: 1 }, 'jump');
        break;
      case 'last':
        moveTo({ page: total }, 'jump');
        break;
      case 'forward':
        if (!scroll(1, screenStep)) {
          goOn();
        }
        break;
      case 'backward':
        if (!scroll(-1, screenStep)) {
          goBack();
        }
        break;
      case 'scroll-down':
        strip.current?.box.focus({ preventScroll: true });
        return scroll(1, () => STEP);
      case 'scroll-up':
        strip.current?.box.focus({ preventScroll: true });
        return scroll(-1, () => STEP);
      case 'next-chapter':
        if (next) {
          leaveFor(next);
        }
        break;
      case 'previous-chapter':
        if (previous) {
          open(previous, 1);
        }
        break;
      case 'leave':
        void navigate(links.comic(comic.slug));
        break;
      default:
        return null;
    }
    return true;
  };
  return { turn, scroller };
}
