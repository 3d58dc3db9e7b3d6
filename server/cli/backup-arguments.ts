import { badValue, readOptions } from './read-options.ts';
import type { WrongArguments } from './wrong-arguments.ts';

/** The commands about copies of a site. */
export type BackupCommand =
  | { command: 'backup'; to: string | null; keepDays: number | null; json: boolean }
  | { command: 'backups'; from: string; json: boolean }
  | { command: 'verify'; from: string; id: string | null; scratch: boolean }
  | { command: 'check'; deep: boolean; mendFrom: string | null; removeUnowned: boolean; json: boolean }
  | { command: 'restore'; from: string; id: string | null }
  | { command: 'move'; database: string | null; store: string | null; deleteOld: boolean };

/** The options of each of them. */
const OPTIONS = {
  backup: { json: { type: 'boolean' }, 'keep-days': { type: 'string' } },
  backups: { json: { type: 'boolean' } },
  verify: { id: { type: 'string' }, scratch: { type: 'boolean' } },
  check: {
    deep: { type: 'boolean' },
    mend: { type: 'boolean' },
    from: { type: 'string' },
    'remove-unowned': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  restore: { id: { type: 'string' } },
  move: { database: { type: 'string' }, store: { type: 'string' }, 'delete-old': { type: 'boolean' } },
} as const;

/** Whether a word is one of these commands. */
export function isBackupCommand(word: string): word is keyof typeof OPTIONS {
  return Object.hasOwn(OPTIONS, word);
}

/** Reads the arguments of one of these commands. */
export function backupArguments(
  command: keyof typeof OPTIONS,
  args: readonly string[],
): BackupCommand | WrongArguments {
  const read = readOptions(OPTIONS[command], args);
  if ('wrong' in read) return read;
  const { given, positionals } = read;
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : null);
  const [place] = positionals;
  if (command === 'backup') {
    const days = text('keep-days');
    if (days !== null && !/^\d{1,4}$/.test(days)) return badValue('--keep-days', days, '0–9999');
    return { command, to: place ?? null, keepDays: days === null ? null : Number(days), json: given.json === true };
  }
  if (command === 'move') {
    const [database, store] = [text('database'), text('store')];
    if (database !== null && !/^(embedded|postgres(ql)?:\/\/.+)$/.test(database)) {
      return badValue('--database', database, 'embedded, postgres://…');
    }
    if (store !== null && !/^(disk|s3:\/\/[^/]+)$/.test(store)) return badValue('--store', store, 'disk, s3://…');
    return { command, database, store, deleteOld: given['delete-old'] === true };
  }
  if (command === 'check') {
    if (place !== undefined) return { wrong: 'unknown-option', values: { option: place } };
    const from = text('from');
    if ((given.mend === true) !== (from !== null)) {
      return { wrong: 'missing', values: { missing: from === null ? '--from' : '--mend' } };
    }
    return {
      command,
      deep: given.deep === true,
      mendFrom: from,
      removeUnowned: given['remove-unowned'] === true,
      json: given.json === true,
    };
  }
  if (place === undefined) return { wrong: 'no-place', values: { command } };
  const id = text('id');
  if (id !== null && !/^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{8}$/.test(id)) {
    return badValue('--id', id, '20261124T134500Z-0a1b2c3d');
  }
  if (command === 'backups') return { command, from: place, json: given.json === true };
  if (command === 'verify') return { command, from: place, id, scratch: given.scratch === true };
  return { command, from: place, id };
}
