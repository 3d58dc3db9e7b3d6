import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ConfigError, configIssues, type ConfigIssue } from './errors.ts';
import { mailFromUrl } from './mail.ts';
import { environmentOverrides, type Overrides } from './overrides.ts';
import { SiteFile, type Site } from './site-file.ts';
import { uploadedBlob } from './uploaded-picture.ts';

/** A file that describes a site, as it lies there, and what the environment says over it. */
export interface SiteSource {
  file: string;
  /** Which of the two kinds of files it is; keys that would do nothing in it are refused. */
  kind: 'main' | 'sites';
  content: Record<string, unknown>;
  overrides: Overrides;
}

const NOTHING: Overrides = { values: {}, names: new Map() };

/**
 * The site of the configuration file, which need not be there, and those of `sites/*.json` beside it.
 *
 * @param env the environment without what is empty: it overrides keys of the configuration file.
 * @param otherNames other names by which some of its variables were given.
 * @returns with them what each was read from, by its id.
 * @throws ConfigError with everything that is wrong with any of them.
 */
export function readSites(
  configFile: string,
  env: Record<string, string | undefined>,
  otherNames: ReadonlyMap<string, string>,
): { site: Site; sites: Site[]; sources: Map<string, SiteSource> } {
  const wrong: ConfigIssue[] = [];
  const sources = new Map<string, SiteSource>();
  const read = (file: string, kind: SiteSource['kind'], overrides: Overrides): Site | null => {
    try {
      const source = { file, kind, content: readContent(file), overrides };
      const site = parseSite(source);
      sources.set(site.id, source);
      return site;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      wrong.push(...error.issues);
      return null;
    }
  };
  const main = read(configFile, 'main', mainOverrides(env, otherNames));
  const folder = join(dirname(configFile), 'sites');
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(folder, name))
    : [];
  const beside = files.map((file) => ({ file, site: read(file, 'sites', NOTHING) }));
  wrong.push(...findTaken([{ file: configFile, site: main }, ...beside]));
  if (main === null || wrong.length > 0) throw new ConfigError(...wrong);
  // Pictures are those of the one library, so a CDN before it serves them for every site; members are those of all sites.
  return {
    site: main,
    sources,
    sites: beside.flatMap(({ site }) =>
      site === null ? [] : [{ ...site, cdn: site.cdn || main.cdn, retention: main.retention }],
    ),
  };
}

/** The settings the environment gives for the configuration file's site: also by the names that are not made of a key. */
function mainOverrides(env: Record<string, string | undefined>, otherNames: ReadonlyMap<string, string>): Overrides {
  const { values, names } = environmentOverrides(SiteFile, env);
  for (const [key, name] of [
    ['url', 'SITE_URL'],
    ['cdn', 'CDN_URL'],
  ] as const) {
    if (env[name] !== undefined) {
      values[key] = env[name];
      names.set(key, name);
    }
  }
  const mail = {
    ...(env.SMTP_URL === undefined ? {} : mailFromUrl(env.SMTP_URL)),
    ...(env.MAIL_FROM === undefined ? {} : { sender: env.MAIL_FROM }),
  };
  if (Object.keys(mail).length > 0) {
    values.mail = { ...(values.mail as object | undefined), ...mail };
    for (const key of Object.keys(mail)) {
      names.set(`mail.${key}`, key === 'sender' ? 'MAIL_FROM' : 'SMTP_URL');
    }
  }
  return { values, names: new Map([...names].map(([key, name]) => [key, otherNames.get(name) ?? name])) };
}

/**
 * The site of a file.
 *
 * @param settings what is said beside the file, nested as in one: the file and the environment win over it.
 * @throws ConfigError with everything that is wrong: keys of `settings` are named by themselves.
 */
export function parseSite(
  { file, kind, content, overrides: { values, names } }: SiteSource,
  settings: Record<string, unknown> = {},
): Site {
  const fixed = joinContent(content, values) as Record<string, unknown>;
  const given = joinContent(settings, fixed) as Record<string, unknown>;
  const nameFor = (path: readonly PropertyKey[]): string => {
    // A value from the environment is named by its variable, and so is everything inside of it.
    const at = path.findIndex((_part, index) => names.has(path.slice(0, index + 1).join('.')));
    return at === -1
      ? isGiven(settings, path) && !isGiven(fixed, path)
        ? path.join('.')
        : `${file}: ${path.join('.')}`
      : [names.get(path.slice(0, at + 1).join('.')), ...path.slice(at + 1)].join('.');
  };
  const result = SiteFile.safeParse({ ...usual(file, kind, given), ...given });
  const wrong = result.success ? [] : configIssues(result.error, nameFor, SiteFile);
  for (const key of Object.keys(given)) {
    const only = SiteFile.shape[key as keyof Site]?.meta()?.only;
    if (only !== undefined && only !== kind) {
      wrong.push({ name: nameFor([key]), rule: 'elsewhere', params: { only: kind === 'main' ? 'sites' : 'main' } });
    }
  }
  if (result.success && !result.data.locales.includes(result.data.defaultLocale)) {
    wrong.push({
      name: nameFor(['defaultLocale']),
      rule: 'choice',
      params: { choices: result.data.locales.join(', ') },
    });
  }
  if (result.success && result.data.purge.url !== '' && result.data.cdn === '' && result.data.url === '') {
    wrong.push({ name: nameFor(['cdn']), rule: 'required', params: { other: 'purge.url' } });
  }
  if (result.success && kind === 'sites' && result.data.hosts.length === 0) {
    wrong.push({ name: nameFor(['hosts']), rule: 'empty' });
  }
  if (!result.success || wrong.length > 0) throw new ConfigError(...wrong);
  // A picture that was uploaded is no file.
  const beside = (path: string) => (path === '' || uploadedBlob(path) !== null ? path : resolve(dirname(file), path));
  const { logo, icon, fallback, signIn } = result.data;
  const isSettled = !isGiven(fixed, ['signIn', 'providers']);
  const providers = signIn.providers.map((provider) => ({
    ...provider,
    ...(isSettled ? { settled: { allowPrivate: signIn.allowPrivate } } : {}),
    // Nobody names a file of this machine in the page.
    icon: isSettled && uploadedBlob(provider.icon) === null ? '' : beside(provider.icon),
    clientSecretFile: beside(provider.clientSecretFile),
  }));
  return {
    ...result.data,
    logo: beside(logo),
    icon: beside(icon),
    fallback: beside(fallback),
    signIn: { ...signIn, providers },
  };
}

/** The values that follow from other keys where it is not said: title and letter from the name, the id of a file in `sites` from the file's name. */
function usual(file: string, kind: SiteSource['kind'], { name }: Record<string, unknown>): Record<string, unknown> {
  const named =
    typeof name === 'string' && name !== ''
      ? { title: name, letter: [...new Intl.Segmenter().segment(name)][0]?.segment.toUpperCase() }
      : {};
  return { ...(kind === 'sites' ? { id: basename(file, '.json').toLowerCase() } : {}), ...named };
}

/** Ids and hosts that an earlier file has, too. */
function findTaken(sites: readonly { file: string; site: Site | null }[]): ConfigIssue[] {
  const owners = new Map<string, string>();
  return sites.flatMap(({ file, site }) =>
    (site === null
      ? []
      : [['id', site.id] as const, ...site.hosts.map((host, at) => [`hosts.${at}`, host] as const)]
    ).flatMap(([key, value]) => {
      const mark = `${key === 'id' ? 'id' : 'host'} ${value}`;
      const owner = owners.get(mark);
      owners.set(mark, owner ?? file);
      return owner === undefined
        ? []
        : [{ name: `${file}: ${key}`, rule: 'taken' as const, params: { value, owner: basename(owner) } }];
    }),
  );
}

/** @throws ConfigError where it is no file, cannot be read, or holds no JSON object. */
function readContent(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  let content: unknown;
  try {
    // Some editors begin a file with a mark that is no part of it.
    content = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ConfigError({ name: file, ...unread(error as NodeJS.ErrnoException) });
  }
  if (!isGroup(content)) throw new ConfigError({ name: file, rule: 'type', params: { expected: 'object' } });
  const { $schema: _schema, ...keys } = content;
  return keys;
}

/** Why a file was not understood; where the engine knows the line, with it. */
function unread({ code, message }: NodeJS.ErrnoException) {
  if (code !== undefined) return { rule: 'unreadable' as const, params: { reason: code } };
  return { rule: 'json' as const, params: { line: /\(line (\d+)/.exec(message)?.[1] ?? 'unknown' } };
}

/** Whether something is said at a path, or of the list or value that it leads into. */
function isGiven(values: unknown, [key, ...rest]: readonly PropertyKey[]): boolean {
  if (!isGroup(values)) return values !== undefined;
  return key === undefined || isGiven(values[String(key)], rest);
}

/** The file's keys with those of the environment in their place; inside a group the file's others stay. */
function joinContent(content: unknown, overrides: unknown): unknown {
  if (!isGroup(content) || !isGroup(overrides)) return overrides;
  return {
    ...content,
    ...Object.fromEntries(Object.entries(overrides).map(([key, value]) => [key, joinContent(content[key], value)])),
  };
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
