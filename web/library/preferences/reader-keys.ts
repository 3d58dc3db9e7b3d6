import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** Keys one action of the reader may have. */
export const MAX_KEYS = 5;
/** Longest name of a key that is kept; browsers have none longer than some twenty letters. */
const LONGEST = 32;
/** Actions that are kept: more than the reader has. */
const MAX_ACTIONS = 100;

/** The keys a visitor gave to the reader's actions, by action, where they differ from the defaults; none is no key at all. */
export type KeyChoices = Readonly<Record<string, readonly string[]>>;

/** The keys this browser's reader was given. */
export const keysStore = persistentStore<KeyChoices>('komawari.keys', readKeys);

/** The keys of anything that was stored, without what cannot be keys: storage may be old, edited, broken, or a newer version's. */
export function readKeys(json: unknown): KeyChoices {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return {};
  const known = Object.entries(json).filter(
    ([action, keys]) => /^[a-z][a-z-]{0,39}$/.test(action) && Array.isArray(keys),
  );
  return Object.fromEntries(
    known.slice(0, MAX_ACTIONS).map(([action, keys]) => [action, soundKeys(keys as unknown[])]),
  );
}

function soundKeys(keys: unknown[]): string[] {
  const sound = keys.filter((key): key is string => typeof key === 'string' && key.length > 0 && key.length <= LONGEST);
  return [...new Set(sound)].slice(0, MAX_KEYS);
}
