import { readLocal } from '#web/platform/state/browser-storage.ts';

/**
 * Whether keys that type a character do nothing by themselves (WCAG 2.1.4): who speaks to the computer, or hits keys by
 * accident, switches them off. It stands among the keys of the reader (`komawari.keys`) as an action with none.
 */
export function areCharactersOff(): boolean {
  return /"characters":\[\]/.test(readLocal('komawari.keys') ?? '');
}
