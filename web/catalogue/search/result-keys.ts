/** The part of a keyboard event that matters here. */
export interface KeyPress {
  key: string;
  /** The place of the key on the keyboard, for layouts that type another script there. */
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Whether a key opens the search: Ctrl+K or ⌘K anywhere, `/` where nothing is being typed. */
export function isSearchKey(press: KeyPress, isTyping: boolean): boolean {
  if (press.key === '/') return !isHeld(press) && !isTyping;
  const isK = press.key.toLowerCase() === 'k' || (press.code === 'KeyK' && press.key > '~');
  return isK && (press.ctrlKey || press.metaKey) && !press.altKey && !press.shiftKey;
}

/** Whether a key writes a letter. */
export function isLetter(press: KeyPress): boolean {
  return [...press.key].length === 1 && !isHeld(press);
}

/**
 * The effect of a key when the focus is at place `at` of `places`: the field is place 0, everything that can be opened follows.
 * A number is the place to go to, round the ends; `field`: what is typed belongs to the field; null: as everywhere.
 */
export function moveOfKey(press: KeyPress, at: number, places: number): number | 'field' | null {
  if (press.key === 'ArrowDown' || press.key === 'ArrowUp') {
    return (at + (press.key === 'ArrowDown' ? 1 : places - 1)) % places;
  }
  if (at === 0) return null;
  return press.key === 'Backspace' || (press.key !== ' ' && isLetter(press)) ? 'field' : null;
}

function isHeld({ ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return ctrlKey || metaKey || altKey;
}
