import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { ConfigError, configIssues, nearest } from './errors.ts';
import { Environment } from './environment.ts';
import { isProviderSecret, readProviderSecrets, signInIssues, type ProviderSecrets } from './sign-in.ts';
import type { Site } from './site-file.ts';
import { errorReportsFrom, tracingFrom, type Tracing } from './telemetry.ts';
import { readSites, type SiteSource } from './site-files.ts';
import { isRead, VARIABLES, withValuesFromFiles } from './values-from-files.ts';

/** Where an S3-compatible store is and as whom it is asked; without a key, as the role that the machine or the container has. */
export interface NamedStore {
  endpoint: string | undefined;
  region: string;
  key: string | undefined;
  secret: string | undefined;
}

export interface Config {
  port: number;
  host: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** How many copies of the embedded database from before upgrades are kept, and the variable that says so. */
  upgradeCopies: { keep: number; variable: string };
  /** Absolute path of the folder that databases and uploads of other sites are imported from; null for none. */
  transfersDir: string | null;
  /** Absolute path of the folder that is watched for archives; null for none. */
  watchDir: string | null;
  /** The fate of chapters of it that join a series which readers see. */
  watchChapters: 'now' | 'draft';
  demo: boolean;
  /** How long it still answers once it is told to end. */
  drainSeconds: number;
  /** Whether this process runs jobs beside serving the site. */
  jobs: boolean;
  /** Who the first admin is to be; null where a link is to be shown instead. */
  admin: { username: string; email: string; password: string } | null;
  /** At least 1. */
  imageProcesses: number;
  logLevel: Environment['LOG_LEVEL'];
  tracing: Tracing | null;
  errorReports: ReturnType<typeof errorReportsFrom>;
  /** Where each request is written down, `file` null for standard output; null for nowhere. */
  accessLog: { file: string | null; addresses: Environment['ACCESS_LOG_ADDRESSES'] } | null;
  /** Where figures and health are told beside the site, `port` null for nowhere, and the token that figures need. */
  metrics: { port: number | null; host: string; token: string | null };
  /** The server itself; undefined for the embedded database. */
  databaseUrl: string | undefined;
  /** The pooler in transaction mode that statements go through; undefined where there is none. Replicas are then behind one, too. */
  databasePoolerUrl: string | undefined;
  databaseReplicaUrls: string[];
  /** Milliseconds that a replica may be behind. */
  databaseReplicaLag: number;
  /** Most connections of a process to the primary. */
  databaseConnections: number;
  /** Milliseconds that a statement may take, and that PostgreSQL may be silent beyond. */
  databaseTimes: { statement: number; silence: number };
  /** Milliseconds that a start waits for a PostgreSQL that does not answer yet. */
  databaseWait: number;
  redisUrl: string | undefined;
  s3: {
    endpoint: string | undefined;
    region: string;
    bucket: string;
    /** Undefined where the machine's role is asked. */
    key: string | undefined;
    secret: string | undefined;
    /** The address at which browsers fetch pictures from the store; undefined where the site sends them. */
    redirectUrl: string | undefined;
  } | null;
  /** The store that an `s3://` place of backups lies in, and, to move there, that of the images. */
  backupStore: NamedStore;
  imageStore: NamedStore;
  /** The passphrase that encrypts backups; null for none. */
  backupPassphrase: string | null;
  /** Absolute path of the configuration file, which need not be there. */
  configFile: string;
  /** The mail server as `SMTP_URL` names it, with whatever else that says; `site.mail` says the same of it. */
  smtpUrl: string | undefined;
  trustProxy: number | string[];
  /** The secrets of providers that the environment gives. */
  providerSecrets: ProviderSecrets;
  development: boolean;
  /** The site of every host that no other site claims. Replaced as a whole when its settings change. */
  site: Site;
  /** Further sites, by host name; replaced likewise. */
  sites: Site[];
  /** The file and the environment that each site was read from, by its id. */
  sources: ReadonlyMap<string, SiteSource>;
}

/**
 * Reads and validates everything that configures the product: environment, configuration file, further sites.
 *
 * @throws ConfigError with the variables, or the paths of the keys, and the rules they break.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, directory: string = process.cwd()): Config {
  const { given, sources } = withValuesFromFiles(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
    directory,
  );
  const environment = parseWith(Environment, given, ([name, ...path]) =>
    [sources.get(String(name)) ?? name, ...path].join('.'),
  );
  const configFile = resolve(directory, environment.KOMAWARI_CONFIG);
  if (given.KOMAWARI_CONFIG !== undefined && !existsSync(configFile)) {
    throw new ConfigError({ name: 'KOMAWARI_CONFIG', rule: 'missing', params: { file: environment.KOMAWARI_CONFIG } });
  }
  refuseMisspelt(given);
  refuseHalves(environment);
  const sites = readSites(configFile, given, sources);
  const providerSecrets = readProviderSecrets(given);
  const unsuitable = signInIssues([sites.site, ...sites.sites], providerSecrets, environment.TRUST_PROXY);
  if (unsuitable.length > 0) throw new ConfigError(...unsuitable);
  return {
    port: environment.PORT,
    host: environment.HOST,
    dataDir: resolve(directory, environment.KOMAWARI_DATA),
    upgradeCopies: { keep: environment.KOMAWARI_UPGRADE_COPIES, variable: 'KOMAWARI_UPGRADE_COPIES' },
    transfersDir:
      environment.KOMAWARI_IMPORT_FOLDER === undefined ? null : resolve(directory, environment.KOMAWARI_IMPORT_FOLDER),
    watchChapters: environment.KOMAWARI_WATCH_CHAPTERS,
    watchDir: environment.KOMAWARI_WATCH === undefined ? null : resolve(directory, environment.KOMAWARI_WATCH),
    demo: environment.KOMAWARI_DEMO === 'on',
    drainSeconds: environment.KOMAWARI_DRAIN_SECONDS,
    jobs: environment.KOMAWARI_JOBS === 'on',
    admin: adminFrom(environment),
    imageProcesses: environment.KOMAWARI_IMAGE_PROCESSES || availableParallelism(),
    logLevel: environment.LOG_LEVEL,
    tracing: tracingFrom(environment),
    errorReports: errorReportsFrom(environment),
    accessLog:
      environment.ACCESS_LOG === 'off'
        ? null
        : {
            file: environment.ACCESS_LOG === 'on' ? null : resolve(directory, environment.ACCESS_LOG),
            addresses: environment.ACCESS_LOG_ADDRESSES,
          },
    metrics: {
      port: environment.METRICS_PORT ?? null,
      host: environment.METRICS_HOST,
      token: environment.METRICS_TOKEN ?? null,
    },
    databaseUrl: environment.DATABASE_DIRECT_URL ?? environment.DATABASE_URL,
    databasePoolerUrl: environment.DATABASE_DIRECT_URL === undefined ? undefined : environment.DATABASE_URL,
    databaseReplicaUrls: environment.DATABASE_REPLICA_URLS,
    databaseReplicaLag: environment.DATABASE_REPLICA_LAG_SECONDS * 1000,
    databaseConnections: environment.DATABASE_CONNECTIONS,
    databaseTimes: {
      statement: environment.DATABASE_STATEMENT_SECONDS * 1000,
      silence: environment.DATABASE_SILENCE_SECONDS * 1000,
    },
    databaseWait: environment.DATABASE_WAIT_SECONDS * 1000,
    redisUrl: environment.REDIS_URL,
    s3:
      environment.S3_BUCKET === undefined
        ? null
        : {
            endpoint: environment.S3_ENDPOINT,
            region: environment.S3_REGION,
            bucket: environment.S3_BUCKET,
            key: environment.S3_ACCESS_KEY_ID,
            secret: environment.S3_SECRET_ACCESS_KEY,
            redirectUrl: environment.S3_REDIRECT_URL,
          },
    backupStore: backupStore(environment),
    imageStore: imageStore(environment),
    backupPassphrase: passphrase(environment, directory),
    configFile,
    smtpUrl: environment.SMTP_URL,
    trustProxy: environment.TRUST_PROXY,
    providerSecrets,
    development: environment.NODE_ENV === 'development',
    ...sites,
  };
}

/** @throws ConfigError for a variable that is none of ours and almost one of ours. */
function refuseMisspelt(given: Record<string, unknown>): void {
  const wrong = Object.keys(given)
    .filter((name) => name.startsWith('KOMAWARI_') && !isProviderSecret(name) && !isRead(name))
    .flatMap((name) => {
      const [variable = name, file = ''] = name.split(/(?=_FILE$)/);
      const suggestion = nearest(variable, VARIABLES);
      return suggestion === null
        ? []
        : [{ name, rule: 'misspelt' as const, params: { suggestion: suggestion + file } }];
    });
  if (wrong.length > 0) throw new ConfigError(...wrong);
}

/** @throws ConfigError for what means nothing without another variable: half of a store's key, an address of a store without a bucket. */
function refuseHalves(environment: Environment): void {
  const pairs = [
    ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
    ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
    ['BACKUP_S3_SECRET_ACCESS_KEY', 'BACKUP_S3_ACCESS_KEY_ID'],
    ['S3_REDIRECT_URL', 'S3_BUCKET'],
    ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ] as const;
  const wrong = pairs
    .filter(([given, needed]) => environment[given] !== undefined && environment[needed] === undefined)
    .map(([other, name]) => ({ name, rule: 'required' as const, params: { other } }));
  if (wrong.length > 0) throw new ConfigError(...wrong);
}

/** @throws ConfigError when some of the three are given and others are not, and when the name is given twice, differently. */
function adminFrom({
  KOMAWARI_ADMIN_NAME: name,
  KOMAWARI_ADMIN_USERNAME: other,
  KOMAWARI_ADMIN_EMAIL: email,
  KOMAWARI_ADMIN_PASSWORD: password,
}: Environment): Config['admin'] {
  if (name !== undefined && other !== undefined && name !== other) {
    throw new ConfigError({
      name: 'KOMAWARI_ADMIN_USERNAME',
      rule: 'taken',
      params: { value: name, owner: 'KOMAWARI_ADMIN_NAME' },
    });
  }
  const username = name ?? other;
  const given = {
    [name === undefined && other !== undefined ? 'KOMAWARI_ADMIN_USERNAME' : 'KOMAWARI_ADMIN_NAME']: username,
    KOMAWARI_ADMIN_EMAIL: email,
    KOMAWARI_ADMIN_PASSWORD: password,
  };
  const [one] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (one === undefined) return null;
  const missing = Object.entries(given).filter(([, value]) => value === undefined);
  if (missing.length > 0) {
    throw new ConfigError(...missing.map(([name]) => ({ name, rule: 'required' as const, params: { other: one } })));
  }
  return { username: username!, email: email!, password: password! };
}

function imageStore({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: key,
  S3_SECRET_ACCESS_KEY: secret,
}: Environment): NamedStore {
  return { endpoint, region, key, secret };
}

/** The store of backups where anything but its region is named; that of the images otherwise. */
function backupStore(environment: Environment): NamedStore {
  const {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_REGION: region = environment.S3_REGION,
    BACKUP_S3_ACCESS_KEY_ID: key,
    BACKUP_S3_SECRET_ACCESS_KEY: secret,
  } = environment;
  return endpoint === undefined && key === undefined
    ? { ...imageStore(environment), region }
    : { endpoint, region, key, secret };
}

/** @throws ConfigError when the file cannot be read or is empty. */
function passphrase(
  { BACKUP_PASSPHRASE: given, BACKUP_PASSPHRASE_FILE: file }: Environment,
  directory: string,
): string | null {
  if (given !== undefined || file === undefined) return given ?? null;
  const [line = ''] = existsSync(resolve(directory, file))
    ? readFileSync(resolve(directory, file), 'utf8').split(/\r?\n/)
    : [];
  if (line === '') throw new ConfigError({ name: 'BACKUP_PASSPHRASE_FILE', rule: 'missing', params: { file } });
  return line;
}

/** The language of the terminal, two letters that need not be one of ours; known also when the rest cannot be read. */
export function terminalLocale(env: NodeJS.ProcessEnv = process.env): string {
  return (env.LANG ?? '').slice(0, 2).toLowerCase();
}

function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: (path: readonly PropertyKey[]) => string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new ConfigError(...configIssues(result.error, name));
  return result.data;
}
