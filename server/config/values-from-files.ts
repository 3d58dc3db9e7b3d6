import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError, type ConfigIssue } from './errors.ts';
import { listVariables } from './overrides.ts';
import { Environment } from './environment.ts';
import { SiteFile } from './site-file.ts';

/** Bytes that a file with the value of a variable may have: what the system lets a variable have in all. */
const MAX_BYTES = 131_072;

/** Every variable that Komawari reads, each once. */
export const VARIABLES: readonly string[] = [...Object.keys(Environment.shape), ...listVariables(SiteFile)];

const plain = new Set(VARIABLES.map((name) => name.replaceAll('_', '')));

/** Whether a variable is one that is read; those of keys may have their words together, `KOMAWARI_DEFAULTLOCALE`. */
export function isRead(name: string): boolean {
  return VARIABLES.includes(name) || (name.startsWith('KOMAWARI_') && plain.has(name.replaceAll('_', '')));
}

/**
 * The environment with the values that are in files: where `NAME_FILE` is given, `NAME` is what is in that file, without
 * the line breaks at its end; an empty file gives nothing. Secrets need not be seen by everyone who may list a process's variables then.
 *
 * @param env the environment without what is empty.
 * @param directory where relative paths begin.
 * @returns the variables, and the name by which each that came from a file was given.
 * @throws ConfigError where a file is missing, cannot be read or is larger than 128 KiB, and where a variable is given both ways.
 */
export function withValuesFromFiles(
  env: Record<string, string | undefined>,
  directory: string,
): { given: Record<string, string | undefined>; sources: Map<string, string> } {
  const given = { ...env };
  const sources = new Map<string, string>();
  const wrong: ConfigIssue[] = [];
  for (const [name, path] of Object.entries(env)) {
    const variable = name.replace(/_FILE$/, '');
    // A variable that is read as it is says for itself what is in its file.
    if (variable === name || VARIABLES.includes(name) || !isRead(variable) || path === undefined) continue;
    delete given[name];
    if (env[variable] !== undefined) {
      wrong.push({ name, rule: 'both', params: { other: variable } });
      continue;
    }
    try {
      const value = readValue(resolve(directory, path));
      sources.set(variable, name);
      if (value !== '') {
        given[variable] = value;
      }
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      wrong.push(
        code === 'ENOENT'
          ? { name, rule: 'missing', params: { file: path } }
          : { name, rule: 'unreadable', params: { reason: code } },
      );
    }
  }
  if (wrong.length > 0) throw new ConfigError(...wrong);
  return { given, sources };
}

function readValue(file: string): string {
  if (statSync(file).size > MAX_BYTES) throw Object.assign(new Error(file), { code: 'EFBIG' });
  return readFileSync(file, 'utf8').replace(/(?<![\r\n])[\r\n]+$/, '');
}
