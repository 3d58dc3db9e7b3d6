import type { StoredPreferences, StoredChoices } from '#web/library/preferences/reader-preferences.ts';
import { readChoices, unknownNames, type Choices } from '#web/library/preferences/reader-settings.ts';

/** The kind a file of reader settings states, and the version of this form of it. */
const KIND = 'reader-settings';
const VERSION = 1;
/** Bytes of a file that is read; 500 comics with every setting of their own are half of it. */
export const MAX_FILE = 1_000_000;

/** Everything of the reader that goes into a file. */
export interface FileContents {
  /** The origin of the site: ids of comics mean nothing elsewhere. */
  site: string;
  all: StoredChoices;
  device: StoredChoices;
  comics: StoredPreferences['comics'];
  /** Keys, as they are stored. */
  keys: unknown;
}

/** The content of a file. */
export interface ReadFile {
  all: Choices;
  device: Choices;
  comics: readonly (readonly [number, Choices])[];
  keys: unknown;
  /** Names of what was not understood, each once. */
  unknown: string[];
  /** Whether it has comics of another site, which were left out. */
  elsewhere: boolean;
}

/** All settings of the reader as the text of a file. */
export function settingsText(contents: FileContents): string {
  return JSON.stringify({ kind: KIND, version: VERSION, ...contents }, null, 2);
}

/** The content of a file of settings on a site of this origin; null where the text is none. */
export function readSettingsText(text: string, site: string): ReadFile | null {
  const file = parsed(text);
  if (file?.kind !== KIND) return null;
  const { kind: _kind, version: _version, site: from, all, device, comics, keys, ...rest } = file;
  const here = from === site;
  const pairs = (Array.isArray(comics) ? comics : []).filter(
    (pair): pair is [number, unknown] => Array.isArray(pair) && Number.isSafeInteger(pair[0]) && pair[0] > 0,
  );
  const taken = here
    ? pairs
        .map(([id, choices]) => [id, readChoices(choices)] as const)
        .filter(([, choices]) => Object.keys(choices).length > 0)
    : [];
  const unknown = [
    ...Object.keys(rest),
    ...[all, device, ...(here ? pairs.map(([, choices]) => choices) : [])].flatMap(unknownNames),
  ];
  return {
    all: readChoices(all),
    device: readChoices(device),
    comics: taken,
    keys,
    unknown: [...new Set(unknown)],
    elsewhere: !here && pairs.length > 0,
  };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
