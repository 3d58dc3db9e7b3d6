import { z } from 'zod';
import { MAIL_SENDER } from './mail.ts';
import { address, commaSeparated, pairs, whole, withoutSlash } from './values.ts';

/** The environment: the one place it is named. Each variable stands in `.env.example` with the same words. */
export const Environment = z.object({
  PORT: whole(0, 65_535).prefault('3000').describe('The port the site listens on.'),
  HOST: z.string().min(1).default('localhost').describe('The address the site listens on.'),
  KOMAWARI_DATA: z
    .string()
    .min(1)
    .default('./data')
    .describe('Where the embedded database, pictures and secrets live.'),
  KOMAWARI_UPGRADE_COPIES: whole(0, 100)
    .prefault('2')
    .describe(
      'How many copies of the embedded database from before upgrades are kept beside it; 0: none is made, and none removed.',
    ),
  KOMAWARI_WATCH: z
    .string()
    .min(1)
    .optional()
    .describe('A folder whose archives are imported as drafts when they appear; without it none is watched.'),
  KOMAWARI_WATCH_CHAPTERS: z
    .enum(['now', 'draft'])
    .default('now')
    .describe(
      'What becomes of chapters from that folder that join a series which readers see: shown at once, or kept as drafts.',
    ),
  KOMAWARI_IMPORT_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A folder with databases and uploads of other sites, which admins may import from it; without it none are read.',
    ),
  KOMAWARI_CONFIG: z.string().min(1).default('./komawari.config.json').describe('The site’s configuration file.'),
  KOMAWARI_DEMO: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off`: an empty library stays empty instead of getting the demo library.'),
  KOMAWARI_JOBS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off`: this process serves the site and leaves imports and other jobs to `npm run worker`.'),
  KOMAWARI_DRAIN_SECONDS: whole(0, 600)
    .prefault('0')
    .describe(
      'How long a process that is told to end (SIGTERM) still answers while `/health/ready` says that it leaves: longer than a balancer takes to see it.',
    ),
  KOMAWARI_IMAGE_PROCESSES: whole(0, 64)
    .prefault('0')
    .describe('How many child processes turn pages into images; 0 means one per core.'),
  KOMAWARI_ADMIN_NAME: z
    .string()
    .min(1)
    .optional()
    .describe('The first admin, created at the first start; without it, a link to create one is shown.'),
  KOMAWARI_ADMIN_USERNAME: z.string().min(1).optional().describe('The same by another name.'),
  KOMAWARI_ADMIN_EMAIL: z.string().min(1).optional().describe('Their email address.'),
  KOMAWARI_ADMIN_PASSWORD: z.string().min(1).optional().describe('Their password; remove it after the first start.'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('How much is logged.'),
  ACCESS_LOG: z
    .string()
    .min(1)
    .default('off')
    .describe(
      'Where a line of JSON is written for each request: `off`, nowhere; `on`, to standard output; else the path of a file, which is appended to.',
    ),
  ACCESS_LOG_ADDRESSES: z
    .enum(['short', 'whole', 'none'])
    .default('short')
    .describe('What such a line says of the caller’s network address: all but its last part, all of it, or nothing.'),
  METRICS_PORT: whole(0, 65_535)
    .optional()
    .describe(
      'The port of `/metrics` and `/health`, of workers, too, which listen on none without it; the site itself then has no `/metrics`.',
    ),
  METRICS_HOST: z.string().min(1).default('localhost').describe('The address that port is listened on.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/)
    .optional()
    .describe(
      'The bearer token a caller of `/metrics` must have; without it and without a port of its own, only this machine gets an answer.',
    ),
  SENTRY_DSN: address('https')
    .refine((text) => /^https?:\/\/[^/@:\s]+@[^/@\s]+\/(?:[^?#\s]*\/)?\d+$/.test(text), {
      params: { rule: 'format', pattern: 'https://KEY@HOST/PROJECT' },
    })
    .optional()
    .describe(
      'Where unexpected errors are sent: the DSN of Sentry, or of what takes its envelopes (GlitchTip, Bugsink); without it they are in the log alone.',
    ),
  SENTRY_ENVIRONMENT: z.string().min(1).max(64).default('production').describe('What the environment is called there.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('https')
    .optional()
    .describe(
      'The collector that traces are sent to, as OTLP over HTTP (`http://collector:4318`); without it, or the next, nothing is traced.',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address('https')
    .optional()
    .describe('Its whole address for traces, with its path.'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs().describe(
    'Headers that the collector wants: `name=value`, separated by commas, percent-encoded.',
  ),
  OTEL_SERVICE_NAME: z.string().min(1).optional().describe('What this site is called there; `komawari` without it.'),
  OTEL_RESOURCE_ATTRIBUTES: pairs().describe(
    'What else is said of it: `name=value`, separated by commas, percent-encoded.',
  ),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on')
    .describe('Which traces are recorded.'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .default('1')
    .refine((text) => /^(?:0|1|[01]?\.\d+)$/.test(text) && Number(text) <= 1, {
      params: { rule: 'format', pattern: '0.1' },
    })
    .transform(Number)
    .describe('The part of them that samplers with a ratio record, 0 to 1.'),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false').describe('`true`: nothing is traced.'),
  DATABASE_URL: address('postgresql')
    .optional()
    .describe('A PostgreSQL 15+ server; without it the embedded database is used.'),
  DATABASE_DIRECT_URL: address('postgresql')
    .optional()
    .describe(
      'The server itself, where `DATABASE_URL` (and `DATABASE_REPLICA_URLS`) lead through a pooler in transaction mode, as PgBouncer: for what needs a session of its own.',
    ),
  DATABASE_REPLICA_URLS: z
    .string()
    .default('')
    .transform(commaSeparated)
    .pipe(z.array(address('postgresql')))
    .describe('Read replicas of it, separated by commas.'),
  DATABASE_REPLICA_LAG_SECONDS: whole(1, 3600)
    .prefault('10')
    .describe('How far behind a replica may be before readers are no longer sent to it.'),
  DATABASE_CONNECTIONS: whole(1, 200)
    .prefault('10')
    .describe('How many connections one process opens to PostgreSQL at most; with 1 reading and writing take turns.'),
  DATABASE_STATEMENT_SECONDS: whole(1, 3600)
    .prefault('30')
    .describe('How long a statement may take in PostgreSQL; the short reads of visitors end after 250 ms.'),
  DATABASE_SILENCE_SECONDS: whole(1, 300)
    .prefault('5')
    .describe(
      'How long PostgreSQL may take to accept a connection, and to answer beyond the time of a statement; then it counts as away.',
    ),
  DATABASE_WAIT_SECONDS: whole(0, 3600)
    .prefault('30')
    .describe('How long a start waits for a PostgreSQL that does not answer yet.'),
  REDIS_URL: address('redis')
    .optional()
    .describe(
      'Redis or Valkey, to count request limits exactly; without it PostgreSQL counts them over all processes, within a second or two.',
    ),
  S3_ENDPOINT: address('https')
    .optional()
    .describe('An S3-compatible store for images; without a bucket they are in the data folder.'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('The region of the store.'),
  S3_BUCKET: z.string().min(1).optional().describe('The bucket in it.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('The key to the store; without it, that of the machine’s or the container’s role, as AWS has it found.'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Its secret.'),
  S3_REDIRECT_URL: address('https')
    .transform(withoutSlash)
    .optional()
    .describe(
      'The address by which browsers reach the store, or a CDN that passes it on: pictures are then fetched there, by links of ten minutes; without it the site sends them itself.',
    ),
  BACKUP_PASSPHRASE: z
    .string()
    .min(1)
    .optional()
    .describe('Encrypts backups, and reads those that are encrypted; without it new ones are not.'),
  BACKUP_PASSPHRASE_FILE: z.string().min(1).optional().describe('A file that holds it, in its first line.'),
  BACKUP_S3_ENDPOINT: address('https')
    .optional()
    .describe('The S3-compatible store of backups that go to `s3://bucket/prefix`; without it that of the images.'),
  BACKUP_S3_REGION: z.string().min(1).optional().describe('The region of that store.'),
  BACKUP_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The key to that store; where it is named and its key is not, that of the machine’s or the container’s role.',
    ),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Its secret.'),
  SMTP_URL: address('smtp')
    .optional()
    .describe('The mail server, with name and password; without it emails are saved in the data folder.'),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(MAIL_SENDER)
    .optional()
    .describe(
      'The sender of emails: an address, or a name and an address in angle brackets; without it `no-reply@` the site’s host.',
    ),
  SITE_URL: address('https')
    .optional()
    .transform(withoutSlash)
    .describe('The site’s own address; without it, the address each visitor asked for.'),
  CDN_URL: address('https')
    .optional()
    .transform(withoutSlash)
    .describe('Where images are fetched from, if a CDN is in front of them.'),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : commaSeparated(text)))
    .describe('Proxies before the server whose X-Forwarded-* headers are trusted: a count or addresses.'),
  LANG: z.string().default('').describe('The language of the terminal’s messages, as POSIX names it.'),
  NODE_ENV: z
    .string()
    .default('production')
    .describe('`development`: pages are made from their sources and nothing is kept.'),
});
export type Environment = z.infer<typeof Environment>;
