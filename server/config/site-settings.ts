import { basename } from 'node:path';
import { SETTING_KEYS, type SettingKey } from '#contract/site-settings.ts';
import { ConfigError } from './errors.ts';
import { SiteFile, type Site } from './site-file.ts';
import { MAIL_PASSWORD, PROVIDERS } from './setting-secrets.ts';
import type { Provider } from './sign-in.ts';
import { parseSite, type SiteSource } from './site-files.ts';
import { uploadedBlob } from './uploaded-picture.ts';

/** Settings of the page of a site: keys of its file by their path, joined by dots. What is not named has its default. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** The reason why nobody can change a key in the page: a file with the key, or a variable. */
export interface FixedReason {
  by: 'file' | 'environment' | 'main';
  /** `komawari.config.json: limits.captcha` or `KOMAWARI_NAME`; null where it is set for all sites on the main one. */
  name: string | null;
}

/**
 * A site with what is set in its page, under what its file and the environment say.
 *
 * @throws ConfigError with everything that is wrong; settings are named by their keys.
 */
export function withSettings(source: SiteSource, stored: StoredSettings): Site {
  const fixed = listFixed(source);
  return parseSite(source, nestEntries(Object.entries(stored).filter(([key]) => !fixed.has(key as SettingKey))));
}

/**
 * The same without what cannot be used: a file that was changed since, or a newer version, may forbid what was allowed.
 *
 * @returns with the site the keys that were left out.
 */
export function withUsableSettings(source: SiteSource, stored: StoredSettings): { site: Site; refused: string[] } {
  const usable: Record<string, unknown> = { ...stored };
  const refused: string[] = [];
  for (;;) {
    try {
      return { site: withSettings(source, usable), refused };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const named = Object.keys(usable).filter((key) =>
        error.issues.some(({ name }) => name === key || name.startsWith(`${key}.`)),
      );
      const out = named.length > 0 ? named : Object.keys(usable);
      if (out.length === 0) throw error;
      for (const key of out) {
        delete usable[key];
        refused.push(key);
      }
    }
  }
}

/** The keys that the page cannot set, since the file or the environment does. */
export function listFixed({
  file,
  kind,
  content,
  overrides: { values, names },
}: SiteSource): Map<SettingKey, FixedReason> {
  const fixed = new Map<SettingKey, FixedReason>();
  for (const key of SETTING_KEYS) {
    const path = key.split('.');
    if (kind === 'sites' && SiteFile.shape[path[0] as keyof Site].meta()?.only === 'main') {
      fixed.set(key, { by: 'main', name: null });
    } else if (valueAt(values, path) !== undefined) {
      const variable = path.map((_part, at) => names.get(path.slice(0, at + 1).join('.'))).find(Boolean);
      fixed.set(key, { by: 'environment', name: variable ?? key });
    } else if (valueAt(content, path) !== undefined) {
      fixed.set(key, { by: 'file', name: `${basename(file)}: ${key}` });
    }
  }
  return fixed;
}

/** The value of every key that can be set in the page, as a site has it; null for one that has none, and for secrets. */
export function settingValues(site: Site): Record<SettingKey, unknown> {
  const told = (key: SettingKey) => {
    if (key === MAIL_PASSWORD) return null;
    if (key === PROVIDERS) return site.signIn.providers.map(toldProvider);
    return valueAt(site, key.split('.')) ?? null;
  };
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, told(key)])) as Record<SettingKey, unknown>;
}

/** The values of a site for which neither file nor page say anything. */
export function defaultSettings(): Record<SettingKey, unknown> {
  return settingValues(SiteFile.parse({}));
}

/** A provider without its secret, and without the paths of files. */
function toldProvider(provider: Provider): Record<string, unknown> {
  const { clientSecret: _secret, clientSecretFile: _file, icon, settled: _settled, ...told } = provider;
  return { ...told, icon: uploadedBlob(icon) === null ? '' : icon };
}

function nestEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    const path = key.split('.');
    const last = path.pop()!;
    let group = values;
    for (const part of path) {
      group = (group[part] ??= {}) as Record<string, unknown>;
    }
    group[last] = value;
  }
  return values;
}

function valueAt(values: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return values;
  return typeof values === 'object' && values !== null && Object.hasOwn(values, key)
    ? valueAt((values as Record<string, unknown>)[key], rest)
    : undefined;
}
