import type { OwnUser } from '#contract/accounts.ts';
import { readChoices, type Choices, type ReaderSettings, type Scope, type SettingName } from './reader-settings.ts';
import { persistentStore } from '#web/platform/state/persistent-store.ts';

/** Comics with choices of their own that are remembered; the ones changed longest ago are forgotten first. */
const MAX_COMICS = 500;

/** Choices as they were stored. What is not known among them is a newer version's: nothing reads it, and every change keeps it. */
export type StoredChoices = Readonly<Record<string, unknown>>;

/** The stored preferences of a reader in this browser. `comics` are pairs of a comic's id and its choices, the one changed last at the end. */
export interface StoredPreferences {
  all: StoredChoices;
  device: StoredChoices;
  comics: readonly (readonly [number, StoredChoices])[];
  /** Whether the tap zones were shown once. */
  zonesShown: boolean;
  /** Whether smaller pictures were proposed once. */
  saverOffered: boolean;
}

/** The reader's choices, for all comics and for single ones. */
export const preferencesStore = persistentStore<StoredPreferences>('komawari.reader', parseStored);

/** The preferences for one comic alone. */
export function comicPreferences(kept: StoredPreferences, comicId: number): Choices {
  return readChoices(storedFor(kept, comicId));
}

/** The stored preferences of each scope. Those for all comics are a member's account's, else this browser's. */
export function storedPreferences(
  kept: StoredPreferences,
  user: OwnUser | null,
  comicId: number,
): Record<Scope, StoredChoices> {
  return { all: user?.settings.reader ?? kept.all, device: kept.device, comic: storedFor(kept, comicId) };
}

/** The preferences of each scope, without unknown ones. */
export function parsePreferences({ all, device, comic }: Record<Scope, StoredChoices>): Record<Scope, Choices> {
  return { all: readChoices(all), device: readChoices(device), comic: readChoices(comic) };
}

/** The choices with one or several more settings in a scope. The other scopes stay as they are. */
export function withPreferences(
  kept: StoredPreferences,
  scope: Scope,
  comicId: number,
  chosen: Partial<ReaderSettings>,
): StoredPreferences {
  return scope === 'comic'
    ? withComic(kept, comicId, { ...storedFor(kept, comicId), ...chosen })
    : { ...kept, [scope]: { ...kept[scope], ...chosen } };
}

/** The choices without those of a scope, or without some of them: what is wider holds again. */
export function withoutChoices(
  kept: StoredPreferences,
  scope: Scope,
  comicId: number,
  names?: readonly SettingName[],
): StoredPreferences {
  const rest = (choices: StoredChoices) => (names === undefined ? {} : without(choices, names));
  return scope === 'comic'
    ? withComic(kept, comicId, rest(storedFor(kept, comicId)))
    : { ...kept, [scope]: rest(kept[scope]) };
}

function storedFor(kept: StoredPreferences, comicId: number): StoredChoices {
  return kept.comics.find(([id]) => id === comicId)?.[1] ?? {};
}

function without(choices: StoredChoices, names: readonly string[]): StoredChoices {
  return Object.fromEntries(Object.entries(choices).filter(([name]) => !names.includes(name)));
}

function withComic(kept: StoredPreferences, comicId: number, choices: StoredChoices): StoredPreferences {
  const others = kept.comics.filter(([id]) => id !== comicId);
  const comics = Object.keys(choices).length === 0 ? others : [...others, [comicId, choices] as const];
  return { ...kept, comics: comics.slice(-MAX_COMICS) };
}

function parseStored(json: unknown): StoredPreferences {
  const found = choicesIn(json);
  const pairs = Array.isArray(found.comics)
    ? found.comics.filter((pair): pair is [number, unknown] => Array.isArray(pair) && Number.isInteger(pair[0]))
    : [];
  return {
    ...found,
    all: choicesIn(found.all),
    device: choicesIn(found.device),
    comics: pairs.map(([id, choices]) => [id, choicesIn(choices)] as const),
    zonesShown: found.zonesShown === true,
    saverOffered: found.saverOffered === true,
  };
}

function choicesIn(json: unknown): StoredChoices {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as StoredChoices) : {};
}
