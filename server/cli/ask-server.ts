import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { problem, PROBLEMS, type ProblemCode } from '#contract/problems.ts';
import { ImportEvent, type ImportRequest } from '#contract/imports.ts';
import type { ImportListener } from '../features/imports/imports.ts';
import { controlAddress } from '../http/control-address.ts';

/** A run in another process. */
export interface ServerRun {
  /** Whether a process listens there. */
  accepted: Promise<boolean>;
  /** Whether the run came to its end; false when the process went away, or the signal was aborted. Rejects with the Problem the process told. */
  done: Promise<boolean>;
}

/** Asks the process that has the data folder to import, and tells the listener what it says. Hangs up when the signal is aborted. */
export function askServer(
  dataDir: string,
  request: ImportRequest,
  listener: ImportListener,
  signal: AbortSignal,
): ServerRun {
  const socket = connect(controlAddress(dataDir));
  const accepted = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.on('error', () => {});
  signal.addEventListener('abort', () => socket.destroy());
  const done = (async () => {
    if (!(await accepted)) return false;
    socket.write(`${JSON.stringify(request)}\n`);
    for await (const line of createInterface({ input: socket })) {
      const event = ImportEvent.parse(JSON.parse(line));
      if (event.event === 'progress') {
        listener.onProgress(event.progress);
      }
      if (event.event === 'outcome') {
        listener.onOutcome(event.outcome);
      }
      if (event.event === 'failed') {
        throw problem(isCode(event.error.code) ? event.error.code : 'internal-error', event.error.params);
      }
      if (event.event === 'end') return true;
    }
    return false;
  })();
  done.catch(() => {});
  return { accepted, done };
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}
