import type { Layout, ReadingDirection, ReadingMode } from '#web/kept/reader-settings.ts';

/** Everything a key, a tap or a button can ask of the reader. */
export type ReaderAction =
  | 'next' | 'previous' | 'first' | 'last' | 'next-chapter' | 'previous-chapter'
  | 'forward' | 'backward' | 'scroll-down' | 'scroll-up'
  | 'chrome' | 'fullscreen' | 'settings' | 'help' | 'thumbnails' | 'go-to'
  | 'left-to-right' | 'right-to-left' | 'vertical' | 'strip' | 'fit' | 'pairing' | 'offset' | 'crop' | 'wider-gap' | 'narrower-gap' | 'leave'
  | 'chapters' | 'bookmark' | 'guided' | 'incognito' | 'auto-scroll' | 'faster' | 'slower'
  | 'zoom-in' | 'zoom-out' | 'zoom-reset' | 'save-page' | 'share-page' | 'report-page';

/** The part of a keyboard event that matters here. */
export interface KeyPress {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** How pages lie: what decides what an arrow means. */
export interface Lie {
  mode: ReadingMode;
  direction: ReadingDirection;
  layout: Layout;
}

const LETTERS: Record<string, ReaderAction> = {
  m: 'chrome', f: 'fullscreen', o: 'settings', h: 'help', t: 'thumbnails', g: 'go-to', i: 'fit', p: 'pairing',
  l: 'left-to-right', r: 'right-to-left', v: 'vertical', w: 'strip',
};
const SIGNS: Record<string, ReaderAction> = {
  Home: 'first', End: 'last', Escape: 'leave', PageDown: 'forward', PageUp: 'backward',
  '.': 'next-chapter', ',': 'previous-chapter', '?': 'help', ']': 'wider-gap', '[': 'narrower-gap',
};
const CODES: Record<string, ReaderAction> = { Period: 'next-chapter', Comma: 'previous-chapter' };

/**
 * What a key asks for, or null. Arrows follow the content's direction, never the interface's.
 *
 * A letter counts by its place on the keyboard where the layout types another script. Keys held with Control, Alt or
 * Meta belong to the browser.
 */
export function actionOfKey(press: KeyPress, lie: Lie): ReaderAction | null {
  if (press.ctrlKey || press.altKey || press.metaKey) { return null; }
  const latin = /^[\x20-\x7e]$/.test(press.key);
  const letter = !latin && press.code.startsWith('Key') ? press.code.slice(3).toLowerCase() : press.key.toLowerCase();
  if (press.key === ' ') { return press.shiftKey ? 'backward' : 'forward'; }
  const arrow = { d: 'ArrowRight', a: 'ArrowLeft', s: 'ArrowDown' }[letter] ?? press.key;
  if (arrow.startsWith('Arrow')) { return actionOfArrow(arrow, lie); }
  return LETTERS[letter] ?? SIGNS[press.key] ?? (latin ? null : CODES[press.code] ?? null);
}

/** Up and down turn pages that follow each other downwards; in a strip, and on a page taller than the screen, they scroll. */
function actionOfArrow(arrow: string, { mode, direction, layout }: Lie): ReaderAction {
  const turnsDown = mode === 'manga' && layout === 'vertical';
  if (arrow === 'ArrowDown') { return turnsDown ? 'next' : 'scroll-down'; }
  if (arrow === 'ArrowUp') { return turnsDown ? 'previous' : 'scroll-up'; }
  return (arrow === 'ArrowRight') === (direction === 'ltr') ? 'next' : 'previous';
}

/** The keys shown in the help, by what they do, in its order. `arrows` differ by direction and are spelled as keys here. */
export function keysForHelp(lie: Lie): { action: Exclude<ReaderAction, 'scroll-down' | 'scroll-up'>; keys: string[] }[] {
  const [forth, back] = lie.direction === 'ltr' ? [['→', 'D'], ['←', 'A']] : [['←', 'A'], ['→', 'D']];
  const turnsDown = lie.mode === 'manga' && lie.layout === 'vertical';
  return [
    { action: 'next', keys: turnsDown ? ['↓', ...forth] : forth },
    { action: 'previous', keys: turnsDown ? ['↑', ...back] : back },
    { action: 'forward', keys: ['Space'] },
    { action: 'backward', keys: ['⇧ Space'] },
    { action: 'first', keys: ['Home'] },
    { action: 'last', keys: ['End'] },
    { action: 'go-to', keys: ['G'] },
    { action: 'thumbnails', keys: ['T'] },
    { action: 'next-chapter', keys: ['.'] },
    { action: 'previous-chapter', keys: [','] },
    { action: 'left-to-right', keys: ['L'] },
    { action: 'right-to-left', keys: ['R'] },
    { action: 'vertical', keys: ['V'] },
    { action: 'strip', keys: ['W'] },
    { action: 'pairing', keys: ['P'] },
    { action: 'fit', keys: ['I'] },
    { action: 'wider-gap', keys: [']'] },
    { action: 'narrower-gap', keys: ['['] },
    { action: 'chrome', keys: ['M'] },
    { action: 'fullscreen', keys: ['F'] },
    { action: 'settings', keys: ['O'] },
    { action: 'help', keys: ['?', 'H'] },
    { action: 'leave', keys: ['Esc'] },
  ];
}
