import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { isProblem } from '#contract/problems.ts';
import { ImportRequest, type ImportEvent, type ImportOutcome, type ImportProgress } from '#contract/imports.ts';
import type { Config } from '#server/config/config.ts';
import type { Log } from '../log.ts';
import { controlAddress } from './control-address.ts';

/** The functions of the process that the control socket can call: to import for a command on the same machine. */
export interface ControlHandlers {
  imports: {
    run(
      request: ImportRequest,
      listener: { onProgress(progress: ImportProgress): void; onOutcome(outcome: ImportOutcome): void },
      signal: AbortSignal,
    ): Promise<void>;
  };
}

/** Milliseconds between two progress events of one run. */
const PROGRESS_EVERY = 100;

/**
 * Listens on a socket in the data folder that only this user may open, for commands that cannot open the embedded
 * database because this process has it. A command sends one line of JSON, an `ImportRequest`, and is sent one
 * `ImportEvent` a line; when it hangs up, its run stops after the pages under way.
 */
export async function listenControl(
  { config, log }: { config: Pick<Config, 'dataDir'>; log: Pick<Log, 'warn' | 'error'> },
  { imports }: ControlHandlers,
): Promise<{ close(): Promise<void> }> {
  const address = controlAddress(config.dataDir);
  const open = new Set<Socket>();
  const runs = new Set<Promise<void>>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', (error) => {
      log.warn({ err: error }, 'control socket');
    });
    const run = answer(socket, imports, log).finally(() => runs.delete(run));
    runs.add(run);
  });
  // Nobody else has the data folder, so a socket that lies there is a dead process's.
  if (process.platform !== 'win32') {
    rmSync(address, { force: true });
  }
  await new Promise<void>((resolve, reject) => {
    const before = process.umask(0o177);
    server.once('error', reject);
    server.listen(address, resolve);
    process.umask(before);
  });
  return {
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const socket of open) {
        socket.destroy();
      }
      await Promise.all([closed, ...runs]);
    },
  };
}

async function answer(socket: Socket, imports: ControlHandlers['imports'], log: Pick<Log, 'error'>): Promise<void> {
  const hungUp = new AbortController();
  socket.on('close', () => hungUp.abort(new Error('the command is gone')));
  const tell = (event: ImportEvent) => {
    if (socket.writable) {
      socket.write(`${JSON.stringify(event)}\n`);
    }
  };
  let lastReport = -Infinity;
  try {
    const request = await requestFrom(socket);
    await imports.run(
      request,
      {
        onProgress(progress) {
          if (performance.now() - lastReport < PROGRESS_EVERY) return;
          lastReport = performance.now();
          tell({ event: 'progress', progress });
        },
        onOutcome: (outcome) => tell({ event: 'outcome', outcome }),
      },
      hungUp.signal,
    );
    tell({ event: 'end' });
  } catch (error) {
    if (!isProblem(error)) {
      log.error({ err: error }, 'control');
    }
    tell({
      event: 'failed',
      error: isProblem(error) ? { code: error.code, params: error.params } : { code: 'internal-error', params: {} },
    });
  }
  socket.end();
}

async function requestFrom(socket: Socket): Promise<ImportRequest> {
  for await (const line of createInterface({ input: socket })) {
    return ImportRequest.parse(JSON.parse(line));
  }
  throw new Error('nothing was asked');
}
