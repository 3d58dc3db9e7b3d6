import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { problem } from '#contract/problems.ts';
import { STOPPED } from './stopping.ts';
import type { Terminal } from './terminal.ts';

/** Where a password comes from: the first line of a file, or of what the process is given, or whoever sits at the terminal. */
export interface PasswordSource {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  file: string | null;
}

/**
 * Reads a new password. At a terminal it is asked for twice, and not shown.
 *
 * @throws Problem `password-missing` where there is none, `password-differs` where the second is another.
 */
export async function readPassword({ say, err }: Terminal, { input, file }: PasswordSource): Promise<string> {
  if (file !== null) {
    return requirePassword(
      await readFile(file, 'utf8').then(
        (text) => text.split(/\r?\n/)[0] ?? '',
        () => '',
      ),
    );
  }
  const isAsked = input.isTTY === true;
  // Echo is off while a terminal is read key by key, and what is typed goes to nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: isAsked });
  lines.on('SIGINT', () => {
    lines.close();
    process.exit(STOPPED);
  });
  const answers = lines[Symbol.asyncIterator]();
  async function ask(question: string): Promise<string> {
    if (isAsked) {
      err.write(`${say(question)} `);
    }
    const { value, done } = await answers.next();
    if (isAsked) {
      err.write('\n');
    }
    return done ? '' : value;
  }
  try {
    const password = requirePassword(await ask('cli.users.ask-password'));
    if (isAsked && (await ask('cli.users.ask-again')) !== password) throw problem('password-differs');
    return password;
  } finally {
    lines.close();
  }
}

function requirePassword(password: string): string {
  if (password === '') throw problem('password-missing', { option: '--password-file' });
  return password;
}
