import { z } from 'zod';
import { BackupRecord } from './backups.ts';
import { ImportRequest } from './imports.ts';

/** A backup that a command has made or verified, for the site to write down; `gone` are those of its place that are no longer there. */
export const NotedBackup = z.object({
  /** The site that it is of; any other does not write it down. */
  identity: z.string(),
  record: BackupRecord,
  gone: z.array(z.string()),
});
export type NotedBackup = z.infer<typeof NotedBackup>;

/** A question of a command on the same machine to the process that has the embedded database, a line of JSON each. */
export const ControlRequest = z.union([
  /** To import. */
  ImportRequest.extend({ ask: z.literal('import').default('import') }),
  /** A copy of the database, there until the command hangs up; meanwhile no picture is removed. */
  z.object({ ask: z.literal('copy') }),
  z.object({ ask: z.literal('note'), noted: NotedBackup }),
]);
export type ControlRequest = z.infer<typeof ControlRequest>;

/** The answers to the last two. */
export const CopyEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('copied'), folder: z.string() }),
  z.object({ event: z.literal('noted') }),
  z.object({
    event: z.literal('failed'),
    error: z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  }),
]);
export type CopyEvent = z.infer<typeof CopyEvent>;
