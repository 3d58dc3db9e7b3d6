import { parseArgs } from 'node:util';
import { BLOCK_KINDS, type BlockKind } from '#contract/blocklist.ts';
import { RATINGS } from '#contract/comics.ts';
import { ImportRequest, JoiningChapters } from '#contract/imports.ts';
import { findLanguage } from '#server/features/taxonomy/public/languages.ts';
import { backupArguments, isBackupCommand, type BackupCommand } from './backup-arguments.ts';
import { usersArguments, type UsersCommand } from './users-arguments.ts';
import type { WrongArguments } from './wrong-arguments.ts';

/** The request of the command line. */
export type CliCommand =
  | { command: 'help' | 'migrate' | 'audit' }
  | { command: 'sign-in'; name: string }
  | { command: 'blocklist'; file: string; kind: BlockKind }
  | { command: 'import'; request: ImportRequest; json: boolean }
  | BackupCommand
  | UsersCommand
  | WrongArguments;

/** Reads the arguments after `npm run cli --`; what is wrong with them is an answer, not an exception. */
export function readArguments(args: readonly string[]): CliCommand {
  const [command = 'help', ...rest] = args;
  if (['help', '--help', '-h'].includes(command) || rest.includes('--help')) return { command: 'help' };
  if (command === 'migrate') {
    return rest[0] === undefined ? { command } : { wrong: 'unknown-option', values: { option: rest[0] } };
  }
  if (command === 'audit') {
    return rest.length === 1 && rest[0] === 'verify'
      ? { command }
      : { wrong: 'unknown-command', values: { command: args.join(' ') } };
  }
  if (command === 'sign-in') {
    const [name, extra] = rest;
    if (extra !== undefined) return { wrong: 'unknown-option', values: { option: extra } };
    return name === undefined ? { wrong: 'no-name', values: {} } : { command, name };
  }
  if (command === 'users' || command === 'roles') return usersArguments(command, rest);
  if (isBackupCommand(command)) return backupArguments(command, rest);
  if (command === 'blocklist') return listArguments(rest);
  return command === 'import' ? importArguments(rest) : { wrong: 'unknown-command', values: { command } };
}

function listArguments([verb = '', ...args]: string[]): CliCommand {
  if (verb !== 'import') return { wrong: 'unknown-command', values: { command: `blocklist ${verb}`.trim() } };
  const { values, positionals, tokens } = parseArgs({
    args,
    options: { kind: { type: 'string' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const unknown = tokens.find((token) => token.kind === 'option' && token.name !== 'kind');
  if (unknown?.kind === 'option') return { wrong: 'unknown-option', values: { option: unknown.rawName } };
  const kind = BLOCK_KINDS.find((each) => each === (values.kind ?? 'phash'));
  if (kind === undefined) {
    return {
      wrong: 'bad-value',
      values: {
        option: '--kind',
        value: values.kind === true ? '' : String(values.kind),
        expected: BLOCK_KINDS.join(', '),
      },
    };
  }
  const [file] = positionals;
  return file === undefined ? { wrong: 'no-paths', values: {} } : { command: 'blocklist', file, kind };
}

const OPTIONS = {
  publish: { type: 'boolean', default: false },
  'publish-incomplete': { type: 'boolean', default: false },
  chapters: { type: 'string', default: 'now' },
  json: { type: 'boolean', default: false },
  rating: { type: 'string' },
  language: { type: 'string' },
  processes: { type: 'string' },
} as const;

function importArguments(args: string[]): CliCommand {
  const { values, positionals, tokens } = parseArgs({
    args,
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(OPTIONS, token.name));
  if (unknown?.kind === 'option') return { wrong: 'unknown-option', values: { option: unknown.rawName } };
  const bad = (option: string, value: unknown, expected: string): CliCommand => ({
    wrong: 'bad-value',
    values: { option, value: value === true ? '' : String(value), expected },
  });
  const { publish, 'publish-incomplete': incomplete, chapters, json, rating, language, processes } = values;
  if (publish !== true && publish !== false) return bad('--publish', publish, '--publish');
  if (incomplete !== true && incomplete !== false) {
    return bad('--publish-incomplete', incomplete, '--publish-incomplete');
  }
  if (json !== true && json !== false) return bad('--json', json, '--json');
  const comesOut = JoiningChapters.safeParse(chapters);
  const isPast = comesOut.success && new Date(comesOut.data) < new Date();
  if (!comesOut.success || isPast) return bad('--chapters', chapters, 'now, draft, 2030-01-31T18:00Z');
  if (rating !== undefined && !RATINGS.some((each) => each === rating)) {
    return bad('--rating', rating, RATINGS.join(', '));
  }
  const code = language === undefined ? null : findLanguage(String(language))?.code;
  if (code === undefined || language === true) return bad('--language', language, 'en, ja, pt …');
  if (processes !== undefined && !/^([1-9]|[1-5]\d|6[0-4])$/.test(String(processes))) {
    return bad('--processes', processes, '1–64');
  }
  if (positionals.length === 0) return { wrong: 'no-paths', values: {} };
  const request = ImportRequest.parse({
    paths: positionals,
    publish: publish || incomplete,
    incomplete,
    chapters: comesOut.data,
    rating: rating ?? null,
    language: code,
    processes: processes === undefined ? null : Number(processes),
  });
  return { command: 'import', request, json };
}
