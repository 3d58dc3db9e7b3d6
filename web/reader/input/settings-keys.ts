import { FITS, MAX_GAP, MAX_PADDING, PAIRINGS, type ReaderSettings } from '#web/library/preferences/reader-settings.ts';
import type { ReaderAction } from '#web/reader/context/key-map.ts';

/** One step of the keys that change the gap, in CSS pixels. */
const GAP_STEP = 4;
/** One step of the keys that change the space beside a strip, in percent of the screen. */
const PADDING_STEP = 5;

/** The change a key makes to the settings; null for keys that change none. */
export function settingsFor(action: ReaderAction, now: ReaderSettings): Partial<ReaderSettings> | null {
  switch (action) {
    case 'left-to-right':
      return { mode: 'manga', layout: 'horizontal', direction: 'ltr' };
    case 'right-to-left':
      return { mode: 'manga', layout: 'horizontal', direction: 'rtl' };
    case 'vertical':
      return { mode: 'manga', layout: 'vertical' };
    case 'strip':
      return { mode: 'webtoon', layout: 'vertical' };
    case 'fit':
      return { fit: after(FITS, now.fit) };
    case 'pairing':
      return { pairing: after(PAIRINGS, now.pairing) };
    case 'crop':
      return { crop: !now.crop };
    case 'wider-gap':
      return widenGap(now, 1);
    case 'narrower-gap':
      return widenGap(now, -1);
    default:
      return null;
  }
}

/** More (1) or less (-1) space: between pages, beside a strip. */
function widenGap({ mode, gap, padding }: ReaderSettings, step: 1 | -1): Partial<ReaderSettings> {
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return mode === 'manga'
    ? { gap: within(gap + step * GAP_STEP, MAX_GAP) }
    : { padding: within(padding + step * PADDING_STEP, MAX_PADDING) };
}

function after<Value>(values: readonly Value[], value: Value): Value {
  return values[(values.indexOf(value) + 1) % values.length]!;
}
