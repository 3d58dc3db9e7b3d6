import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of the product, as a person starts it. */
export interface Program {
  /** Everything it has said so far, on either channel. */
  said(): string;
  /** The output that went to standard output. */
  out(): string;
  /** Waits until what it said matches, and answers the match; fails when it ends before, or after four minutes. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  /** Its exit status once it has ended; null when a signal ended it. */
  ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

const PATIENCE = 240_000;

/**
 * The environment a process of the product gets from this one: where programs are, and where Node keeps what it compiled, by file and content.
 * Reading its sources anew takes each process longer than all else of its start.
 */
export const PROGRAM_ENV: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/komawari/compiled/', import.meta.url)),
};

/**
 * The flags of Node for a process that lives seconds: optimising the embedded database's engine, and collecting garbage in threads beside or in advance,
 * take a third of the work of its start and come to nothing by its end.
 */
export const PROGRAM_FLAGS: readonly string[] = ['--liftoff-only', '--single-threaded-gc', '--no-incremental-marking'];

/**
 * Starts a file of `server/` with nothing of this process's environment but `PROGRAM_ENV`, and with `PROGRAM_FLAGS`.
 *
 * @param file `main.ts` or `cli.ts`.
 * @param folder what its paths are relative to.
 */
export function startProgram(
  file: string,
  { args = [], env, folder }: { args?: string[]; env: Record<string, string>; folder: string },
): Program {
  const script = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = spawn(process.execPath, [...PROGRAM_FLAGS, script, ...args], {
    cwd: folder,
    env: { ...PROGRAM_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, out] = ['', ''];
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
    for (const listener of listeners) {
      listener();
    }
  };
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    hear(chunk);
  });
  child.stderr.on('data', hear);
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return {
    said: () => said,
    out: () => out,
    ended,
    kill: (signal) => {
      child.kill(signal);
    },
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const patience = setTimeout(() => reject(new Error(`${String(pattern)} was not said, but: ${said}`)), PATIENCE);
        const look = () => {
          const match = pattern.exec(said);
          if (match === null) return;
          clearTimeout(patience);
          listeners.delete(look);
          resolve(match);
        };
        listeners.add(look);
        look();
        void ended.then((status) => {
          clearTimeout(patience);
          reject(new Error(`ended with ${status}, and said: ${said}`));
        });
      }),
  };
}
