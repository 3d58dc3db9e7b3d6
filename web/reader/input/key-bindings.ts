import { MAX_KEYS, type KeyChoices } from '#web/library/preferences/reader-keys.ts';
import {
  READER_ACTIONS,
  findKeyAction,
  actionKeys,
  orientedAction,
  type PageOrientation,
  type ReaderAction,
} from '#web/reader/context/key-map.ts';

/** The keys of each action now, with the content lying like this: names of keys, in the order of the table. */
export function keysByAction(chosen: KeyChoices, pageOrientation: PageOrientation): Map<ReaderAction, string[]> {
  const all = new Map<ReaderAction, string[]>(READER_ACTIONS.map((action) => [action, []]));
  for (const action of READER_ACTIONS) {
    for (const key of actionKeys(action, chosen)) {
      if (findKeyAction(key, chosen) === action) {
        all.get(orientedAction(action, key, pageOrientation))!.push(key);
      }
    }
  }
  return all;
}

/** Who else has a key, with the content lying like this; null where it is free or the action's own. */
export function conflictingAction(
  key: string,
  action: ReaderAction,
  chosen: KeyChoices,
  pageOrientation: PageOrientation,
): ReaderAction | null {
  const holder = findKeyAction(key, chosen);
  const rival = holder === null ? null : orientedAction(holder, key, pageOrientation);
  return rival === action ? null : rival;
}

/** The choices with a key given to an action as the content lies, taken from whoever had it. An action with `MAX_KEYS` keys loses its first. */
export function bindKey(
  chosen: KeyChoices,
  action: ReaderAction,
  key: string,
  pageOrientation: PageOrientation,
): KeyChoices {
  const free = withoutKey(chosen, key);
  // An arrow that goes on from right to left stands in the table for what it does from left to right.
  const entry = orientedAction(action, key, { ...pageOrientation, mode: 'webtoon', layout: 'horizontal' });
  return { ...free, [entry]: [...actionKeys(entry, free), key].slice(-MAX_KEYS) };
}

/** The choices with a key that does nothing. */
export function withoutKey(chosen: KeyChoices, key: string): KeyChoices {
  const holders = READER_ACTIONS.filter((action) => actionKeys(action, chosen).includes(key));
  return {
    ...chosen,
    ...Object.fromEntries(
      holders.map((action) => [action, actionKeys(action, chosen).filter((other) => other !== key)]),
    ),
  };
}

/** The choices with an action's default keys again, taken from whoever has them; next and previous, which share arrows, together. */
export function withDefaults(chosen: KeyChoices, action: ReaderAction): KeyChoices {
  const back = partnersFor(action);
  const remaining = Object.fromEntries(Object.entries(chosen).filter(([name]) => !back.includes(name as ReaderAction)));
  const theirs = back.flatMap((name) => actionKeys(name, {}));
  return Object.fromEntries(
    Object.entries(remaining).map(([name, keys]) => [name, keys.filter((key) => !theirs.includes(key))]),
  );
}

/** Whether an action has other keys than the default ones. */
export function isCustom(chosen: KeyChoices, action: ReaderAction): boolean {
  return partnersFor(action).some(
    (name) => name in chosen && chosen[name]!.join(' ') !== actionKeys(name, {}).join(' '),
  );
}

function partnersFor(action: ReaderAction): ReaderAction[] {
  return action === 'next' || action === 'previous' ? ['next', 'previous'] : [action];
}

const LEGENDS: Record<string, string> = {
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
};

/** A key as keyboards have it written on them. */
export function bindingLabel(key: string): string {
  const bare = key.startsWith('Shift+') ? key.slice(6) : key;
  const legend = LEGENDS[bare] ?? (bare.length === 1 ? bare.toUpperCase() : bare);
  return bare === key ? legend : `⇧ ${legend}`;
}
