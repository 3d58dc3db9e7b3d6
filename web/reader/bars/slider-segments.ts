/** How a page stands: passed, in view, there, on its way, not to be had, or none of these. */
export type PageState = 'read' | 'now' | 'loaded' | 'loading' | 'failed' | 'open';

/** Neighbouring pages that stand alike; `from` and `to` are shares of the whole, 0 to 1. */
export interface Run {
  state: PageState;
  from: number;
  to: number;
}

/** More segments than this are never drawn: narrower ones can't be told apart on a screen. */
export const MAX_SEGMENTS = 200;
/** Of several pages in one segment, the one that matters most. */
const WEIGHT: readonly PageState[] = ['open', 'loaded', 'read', 'loading', 'failed', 'now'];

/** The bar of `total` pages as runs from its beginning to its end; pages count from 1. With many pages a segment stands for several. */
export function sliderSegments(total: number, stateFor: (page: number) => PageState): Run[] {
  const each = Math.ceil(total / MAX_SEGMENTS);
  const runs: Run[] = [];
  for (let first = 1; first <= total; first += each) {
    const last = Math.min(first + each - 1, total);
    let state = stateFor(first);
    for (let page = first + 1; page <= last; page += 1) {
      const other = stateFor(page);
      if (WEIGHT.indexOf(other) > WEIGHT.indexOf(state)) {
        state = other;
      }
    }
    const before = runs.at(-1);
    if (before?.state === state) {
      before.to = last / total;
    } else {
      runs.push({ state, from: (first - 1) / total, to: last / total });
    }
  }
  return runs;
}

/** The page at a share of the bar, 0 to 1; never out of bounds. */
export function pageAt(share: number, total: number): number {
  return Math.min(Math.max(Math.floor(share * total) + 1, 1), total);
}

/**
 * The page a key leads to on the slider; null for keys that are not the slider's. Left and right are the content's, down
 * is on. PageUp and PageDown are a tenth of the pages, ten at least.
 */
export function pageOfKey(key: string, page: number, total: number, direction: 'ltr' | 'rtl'): number | null {
  const far = Math.max(10, Math.round(total / 10));
  const side = direction === 'ltr' ? 1 : -1;
  const steps: Record<string, number> = {
    ArrowRight: side,
    ArrowLeft: -side,
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: far,
    PageUp: -far,
    Home: -total,
    End: total,
  };
  return key in steps ? Math.min(Math.max(page + steps[key]!, 1), total) : null;
}
