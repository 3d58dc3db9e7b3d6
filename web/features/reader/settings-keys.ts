import type { ReaderAction } from './keys.ts';
import { FITS, MAX_GAP, PAIRINGS, type ReaderSettings } from '#web/kept/reader-settings.ts';

/** One step of the keys that change the gap, in CSS pixels. */
const GAP_STEP = 4;

/** What a key changes of the settings; null for keys that change none. */
export function settingsFor(action: ReaderAction, { fit, pairing, gap }: ReaderSettings): Partial<ReaderSettings> | null {
  switch (action) {
    case 'left-to-right': return { mode: 'manga', layout: 'horizontal', direction: 'ltr' };
    case 'right-to-left': return { mode: 'manga', layout: 'horizontal', direction: 'rtl' };
    case 'vertical': return { mode: 'manga', layout: 'vertical' };
    case 'strip': return { mode: 'webtoon', layout: 'vertical' };
    case 'fit': return { fit: after(FITS, fit) };
    case 'pairing': return { pairing: after(PAIRINGS, pairing) };
    case 'wider-gap': return { gap: Math.min(gap + GAP_STEP, MAX_GAP) };
    case 'narrower-gap': return { gap: Math.max(gap - GAP_STEP, 0) };
    default: return null;
  }
}

function after<Value>(values: readonly Value[], value: Value): Value {
  return values[(values.indexOf(value) + 1) % values.length]!;
}
