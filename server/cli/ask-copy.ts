import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { CopyEvent, type ControlRequest } from '#contract/control.ts';
import { isProblem, problem, PROBLEMS, type ProblemCode } from '#contract/problems.ts';
import type { RunningSite } from '../features/backups/source.ts';
import { controlAddress } from '../http/control-address.ts';

/** A line to the process that has the data folder; null where none listens. */
export async function askRunningSite(dataDir: string): Promise<RunningSite | null> {
  const socket = connect(controlAddress(dataDir));
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isConnected) return null;
  socket.on('error', () => {});
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const ask = async (request: ControlRequest): Promise<CopyEvent> => {
    socket.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw problem('data-in-use', { path: dataDir });
    const event = CopyEvent.parse(JSON.parse(value));
    if (event.event === 'failed') {
      throw problem(isCode(event.error.code) ? event.error.code : 'internal-error', event.error.params);
    }
    return event;
  };
  return {
    async copy() {
      const event = await ask({ ask: 'copy' });
      return event.event === 'copied' ? event.folder : '';
    },
    async note(noted) {
      await ask({ ask: 'note', noted }).catch((error: unknown) => {
        // A site that ends meanwhile has heard nothing: the backup is there all the same.
        if (!isProblem(error)) throw error;
      });
    },
    async close() {
      socket.end();
      await new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
        socket.destroySoon();
      });
    },
  };
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}
