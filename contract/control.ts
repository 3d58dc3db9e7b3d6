import { z } from 'zod';
import { BackupRecord } from './backups.ts';
import { ImportRequest } from './imports.ts';
import { MemberAnswer, MemberCommand } from './member-commands.ts';

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
  z.object({ ask: z.literal('members'), command: MemberCommand }),
]);
export type ControlRequest = z.infer<typeof ControlRequest>;

const values = z.record(z.string(), z.union([z.string(), z.number()]));

/** The answers to all but the first. */
export const ControlAnswer = z.discriminatedUnion('event', [
  z.object({ event: z.literal('copied'), folder: z.string() }),
  z.object({ event: z.literal('noted') }),
  z.object({ event: z.literal('members'), answer: MemberAnswer }),
  z.object({
    event: z.literal('failed'),
    error: z.object({
      code: z.string(),
      params: values,
      /** The rules that fields break, as a problem has them. */
      fields: z.record(z.string(), z.array(z.object({ rule: z.string(), params: values.optional() }))).optional(),
    }),
  }),
]);
export type ControlAnswer = z.infer<typeof ControlAnswer>;
