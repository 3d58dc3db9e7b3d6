import { z } from 'zod';
import { BackupRecord } from './backups.ts';

/** Bytes kept, by what they are. */
export const StorageUse = z.object({
  made_at: z.iso.datetime(),
  /** Pictures in full size, with how many there are. */
  originals: z.object({ count: z.number(), bytes: z.number() }),
  /** The variants made of them for readers: covers, thumbnails, pages that save data. */
  variants: z.array(z.object({ name: z.string(), count: z.number(), bytes: z.number() })),
  /** Folders of the data folder besides pictures and database. */
  folders: z.array(z.object({ name: z.string(), files: z.number(), bytes: z.number() })),
  database: z.number(),
});
export type StorageUse = z.infer<typeof StorageUse>;

/** A key of the configuration's `retention`, its days, and how many rows the last run forgot by it. */
export const Retained = z.object({ key: z.string(), days: z.int(), count: z.int() });
export type Retained = z.infer<typeof Retained>;

/** How the site is. */
export const System = z.object({
  versions: z.object({ komawari: z.string(), node: z.string(), database: z.string(), started_at: z.iso.datetime() }),
  checks: z.object({
    database: z.object({ ok: z.boolean(), kind: z.enum(['pglite', 'postgres']) }),
    store: z.object({ ok: z.boolean(), kind: z.enum(['disk', 's3']) }),
    /** The site's configured address; without one, `ok` is false, and every address that is given out is the one that was asked. */
    address: z.object({ ok: z.boolean(), url: z.string() }),
    /** Whether mails go to a server or are kept as files; `from` is the address that they are from. */
    mail: z.object({ ok: z.boolean(), kind: z.enum(['smtp', 'file']), from: z.string() }),
    /** `overdue`: seconds that the job which is due longest has waited. */
    jobs: z.object({ ok: z.boolean(), here: z.boolean(), holders: z.number().int(), overdue: z.number() }),
    catalogue: z.object({
      ok: z.boolean(),
      comics: z.number().nullable(),
      bytes: z.number().nullable(),
      behind_seconds: z.number().nullable(),
    }),
  }),
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  storage: StorageUse.nullable(),
  /** The last cleaning by the rules of retention; null where that never was. */
  forgotten: z.object({ made_at: z.iso.datetime(), rules: z.array(Retained) }).nullable(),
  /** Whole pages kept by the process that answers; null where it serves none. */
  pages: z
    .object({ count: z.number().int(), bytes: z.number(), most_bytes: z.number(), hits: z.number(), made: z.number() })
    .nullable(),
  /**
   * URLs of withdrawn pictures that the CDN is to forget: those that wait, `failed` among them that it has not taken so far, with
   * when the oldest of these was withdrawn, and those it took last. Null where no CDN is told.
   */
  purges: z
    .object({
      waiting: z.int(),
      failed: z.int(),
      failed_since: z.iso.datetime().nullable(),
      done: z.object({ count: z.int(), at: z.iso.datetime() }).nullable(),
    })
    .nullable(),
  /** Backups that were made of the site and lie somewhere, the newest first, and when the next is due; null where none is made by itself. */
  backups: z.object({
    made: z.array(BackupRecord),
    next: z.object({ place: z.string(), at: z.iso.datetime() }).nullable(),
  }),
  /** Archives refused lately, the newest first. */
  refused: z.array(z.object({ id: z.number().int(), file: z.string(), error: z.string(), at: z.iso.datetime() })),
  migrations: z.array(z.object({ name: z.string(), applied_at: z.iso.datetime() })),
});
export type System = z.infer<typeof System>;

/** A mail to try, by settings of mail (`mail.…`) that nobody has saved yet, or by those in force. */
export const MailTrial = z.strictObject({
  values: z.record(
    z
      .string()
      .max(60)
      .regex(/^mail\./),
    z.json(),
  ),
});

/**
 * The result of a mail that was sent to try: why it did not leave, in the caller’s language, and what the mail server, or the way
 * to it, said.
 */
export const MailTest = z.object({
  sent: z.boolean(),
  address: z.string(),
  reason: z.string().nullable(),
  error: z.string().nullable(),
});
export type MailTest = z.infer<typeof MailTest>;
