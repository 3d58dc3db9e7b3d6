import type { OwnUser } from '#contract/accounts.ts';
import { readChoices, type Choices, type ReaderSettings, type Scope } from './reader-settings.ts';
import { stored } from '../stored.ts';

/** Comics with choices of their own that are remembered; the ones changed longest ago are forgotten first. */
const MAX_COMICS = 500;

/** What a reader chose in this browser. `comics` are pairs of a comic's id and its choices, the one changed last at the end. */
export interface Kept {
  all: Choices;
  device: Choices;
  comics: readonly (readonly [number, Choices])[];
  /** Whether the tap zones were shown once. */
  zonesShown: boolean;
}

/** The reader's choices, for all comics and for single ones. */
export const choicesStore = stored<Kept>('komawari.reader', readKept);

/** What was chosen for one comic alone. */
export function choicesOf(kept: Kept, comicId: number): Choices {
  return kept.comics.find(([id]) => id === comicId)?.[1] ?? {};
}

/** What holds for all comics: what a member's account keeps, else what this browser does. */
export function choicesForAll(kept: Kept, user: OwnUser | null): Choices {
  return user?.settings.reader === undefined ? kept.all : readChoices(user.settings.reader);
}

/** The choices with one or several more settings in a scope. A wider choice holds at once: narrower ones of the same settings are forgotten. */
export function withChoices(kept: Kept, scope: Scope, comicId: number, chosen: Partial<ReaderSettings>): Kept {
  const own = choicesOf(kept, comicId);
  if (scope === 'comic') { return withComic(kept, comicId, { ...own, ...chosen }); }
  const wider = withComic(kept, comicId, without(own, chosen));
  if (scope === 'device') { return { ...wider, device: { ...kept.device, ...chosen } }; }
  return { ...wider, device: without(kept.device, chosen), all: { ...kept.all, ...chosen } };
}

/** The choices without those of a scope, or without one of them: what is wider holds again. */
export function withoutChoices(kept: Kept, scope: Scope, comicId: number, name?: keyof ReaderSettings): Kept {
  const rest = (choices: Choices) => (name === undefined ? {} : without(choices, { [name]: true }));
  return scope === 'comic' ? withComic(kept, comicId, rest(choicesOf(kept, comicId))) : { ...kept, [scope]: rest(kept[scope]) };
}

function without(choices: Choices, names: object): Choices {
  return Object.fromEntries(Object.entries(choices).filter(([name]) => !(name in names)));
}

function withComic(kept: Kept, comicId: number, choices: Choices): Kept {
  const others = kept.comics.filter(([id]) => id !== comicId);
  const comics = Object.keys(choices).length === 0 ? others : [...others, [comicId, choices] as const];
  return { ...kept, comics: comics.slice(-MAX_COMICS) };
}

function readKept(json: unknown): Kept {
  const { all, device, comics, zonesShown } = (typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;
  const pairs = Array.isArray(comics) ? comics.filter((pair): pair is [number, unknown] => Array.isArray(pair) && Number.isInteger(pair[0])) : [];
  return { all: readChoices(all), device: readChoices(device), comics: pairs.map(([id, choices]) => [id, readChoices(choices)] as const), zonesShown: zonesShown === true };
}
