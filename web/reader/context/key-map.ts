import type { KeyChoices } from '#web/library/preferences/reader-keys.ts';
import type { Layout, ReadingDirection, ReadingMode } from '#web/library/preferences/reader-settings.ts';

/** The default keys of every action of the reader: names of keys, between spaces. */
const DEFAULTS = {
  next: 'ArrowRight d',
  previous: 'ArrowLeft a',
  forward: 'Space PageDown',
  backward: 'Shift+Space PageUp',
  'scroll-down': 'ArrowDown s',
  'scroll-up': 'ArrowUp',
  first: 'Home',
  last: 'End',
  'go-to': 'g',
  thumbnails: 't',
  'next-chapter': '.',
  'previous-chapter': ',',
  chapters: 'j',
  'left-to-right': 'l',
  'right-to-left': 'r',
  vertical: 'v',
  strip: 'w',
  pairing: 'p',
  offset: 'o',
  fit: 'i',
  crop: 'c',
  'wider-gap': ']',
  'narrower-gap': '[',
  'zoom-in': '+ =',
  'zoom-out': '-',
  'zoom-reset': '0',
  guided: 'q',
  'page-text': '',
  'auto-scroll': 'n',
  faster: '',
  slower: '',
  bookmark: 'b',
  bookmarks: 'k',
  incognito: 'x',
  'save-page': '',
  'share-page': '',
  'report-page': '',
  chrome: 'm',
  fullscreen: 'f',
  settings: 'e',
  zones: '',
  help: '? h',
  leave: 'Escape',
} as const;

/** Everything a key, a tap or a button can ask of the reader. */
export type ReaderAction = keyof typeof DEFAULTS;
export const READER_ACTIONS = Object.keys(DEFAULTS) as ReaderAction[];

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
export interface PageOrientation {
  mode: ReadingMode;
  direction: ReadingDirection;
  layout: Layout;
}

/** Signs by their place on the keyboard, for layouts that type another script there; then with Shift. */
const SIGNS: Record<string, string> = {
  Period: '.',
  Comma: ',',
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
  Slash: '/',
};
const SHIFTED: Record<string, string> = { Slash: '?', Equal: '+' };
/** Keys that move the focus, press what has it, or only change what others type. */
const NEVER = ['Tab', 'Enter', 'Shift', 'CapsLock', 'NumLock', 'Fn', 'AltGraph', 'Dead', 'Process'];
/** Keys with a name; what a key types may be two letters (Arabic "لا"), or more than a browser can say (`Unidentified`). */
const NAMED = /^(?!Unidentified)[A-Z]\w+$/;
/** Keys that point sideways: they go on where the content does. */
const SIDEWAYS = ['ArrowRight', 'ArrowLeft', 'd', 'a'];

/**
 * The name of the key that was pressed, or null for keys the reader leaves alone.
 *
 * Letters count without Shift; a letter or sign counts by its place on the keyboard where the layout types another
 * script. Keys held with Control, Alt or Meta belong to the browser.
 */
export function pressedKey({ key, code, shiftKey, ctrlKey, altKey, metaKey }: KeyPress): string | null {
  if (ctrlKey || altKey || metaKey || NEVER.includes(key)) return null;
  const name = key === ' ' ? 'Space' : key;
  if (NAMED.test(name)) return shiftKey ? `Shift+${name}` : name;
  if (/^[!-~]$/.test(key)) return key.toLowerCase();
  const place =
    /^(?:Key|Digit)(.)$/.exec(code)?.[1] ??
    (shiftKey ? SHIFTED[code] : undefined) ??
    SIGNS[code] ??
    (key === 'Unidentified' ? null : key);
  return place && place.toLowerCase();
}

/** The keys an action has: those that were chosen, else the default ones. For arrows, as if the content ran left to right. */
export function actionKeys(action: ReaderAction, chosen: KeyChoices): readonly string[] {
  return chosen[action] ?? (DEFAULTS[action] === '' ? [] : DEFAULTS[action].split(' '));
}

/** The action that has a key in the table, or null. What was chosen goes before a default. */
export function findKeyAction(key: string, chosen: KeyChoices): ReaderAction | null {
  const holders = READER_ACTIONS.filter((action) => actionKeys(action, chosen).includes(key));
  return holders.find((action) => action in chosen) ?? holders[0] ?? null;
}

/**
 * The meaning of an action with the content lying like this, and back.
 *
 * Keys that point sideways follow the content's direction, never the interface's. Pages that follow each other
 * downwards are turned by what scrolls elsewhere. In a strip, W scrolls up as S scrolls down.
 */
export function orientedAction(
  action: ReaderAction,
  key: string,
  { mode, direction, layout }: PageOrientation,
): ReaderAction {
  if (mode === 'manga' && layout === 'vertical') {
    if (action === 'scroll-down') return 'next';
    if (action === 'scroll-up') return 'previous';
  }
  if (action === 'strip' && key === 'w' && mode === 'webtoon' && layout === 'vertical') return 'scroll-up';
  if (direction === 'ltr' || !SIDEWAYS.includes(key)) return action;
  return action === 'next' ? 'previous' : action === 'previous' ? 'next' : action;
}

/** The action of a key, or null. */
export function actionForKey(
  press: KeyPress,
  pageOrientation: PageOrientation,
  chosen: KeyChoices,
): ReaderAction | null {
  const key = pressedKey(press);
  // Whoever switched characters off has an action of that name without keys (character-keys.ts).
  if (key?.length === 1 && chosen.characters?.length === 0) return null;
  const holder = key === null ? null : findKeyAction(key, chosen);
  return holder === null ? null : orientedAction(holder, key!, pageOrientation);
}
