import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { ControlRequest, type ControlAnswer, type NotedBackup } from '#contract/control.ts';
import { isProblem } from '#contract/problems.ts';
import type { ImportEvent, ImportOutcome, ImportProgress, ImportRequest } from '#contract/imports.ts';
import type { MemberAnswer, MemberCommand } from '#contract/member-commands.ts';
import type { Config } from '#server/config/config.ts';
import type { Log } from '../log.ts';
import { controlAddress } from './control-address.ts';

/** The functions of the process that the control socket can call for a command on the same machine. */
export interface ControlHandlers {
  imports: {
    run(
      request: ImportRequest,
      listener: { onProgress(progress: ImportProgress): void; onOutcome(outcome: ImportOutcome): void },
      signal: AbortSignal,
    ): Promise<void>;
  };
  copies: {
    /** A copy of the database in a folder of its own, until it is given back. */
    lend(): Promise<{ folder: string; giveBack(): Promise<void> }>;
    note(noted: NotedBackup): Promise<void>;
  };
  members(command: MemberCommand): Promise<MemberAnswer>;
}

/** Milliseconds between two progress events of one run. */
const PROGRESS_EVERY = 100;

/**
 * Listens on a socket in the data folder that only this user may open, for commands that cannot open the embedded
 * database because this process has it. A command sends a `ControlRequest` a line, and is sent events, a line each; when it hangs
 * up, its import stops after the pages under way, and its copy of the database is removed.
 */
export async function listenControl(
  { config, log }: { config: Pick<Config, 'dataDir'>; log: Pick<Log, 'warn' | 'error'> },
  handlers: ControlHandlers,
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
    const run = converse(socket, handlers, log).finally(() => runs.delete(run));
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

async function converse(
  socket: Socket,
  { imports, copies, members }: ControlHandlers,
  log: Pick<Log, 'error'>,
): Promise<void> {
  const hungUp = new AbortController();
  socket.on('close', () => hungUp.abort(new Error('the command is gone')));
  const tell = (event: ImportEvent | ControlAnswer) => {
    if (socket.writable) {
      socket.write(`${JSON.stringify(event)}\n`);
    }
  };
  const lent: { giveBack(): Promise<void> }[] = [];
  const lines = createInterface({ input: socket });
  // A socket that is destroyed has a close, and no end, which is all that is listened for there.
  socket.on('close', () => lines.close());
  try {
    for await (const line of lines) {
      const request = ControlRequest.parse(JSON.parse(line));
      if (request.ask === 'copy') {
        const copy = await copies.lend();
        lent.push(copy);
        tell({ event: 'copied', folder: copy.folder });
      } else if (request.ask === 'note') {
        await copies.note(request.noted);
        tell({ event: 'noted' });
      } else if (request.ask === 'members') {
        tell({ event: 'members', answer: await members(request.command) });
      } else {
        const { ask: _, ...wanted } = request;
        await imports.run(wanted, importListener(tell), hungUp.signal);
        tell({ event: 'end' });
        break;
      }
    }
  } catch (error) {
    if (!isProblem(error) && !hungUp.signal.aborted) {
      log.error({ err: error }, 'control');
    }
    tell({
      event: 'failed',
      error: isProblem(error)
        ? { code: error.code, params: error.params, ...(error.fields && { fields: error.fields }) }
        : { code: 'internal-error', params: {} },
    });
  }
  socket.end();
  for (const copy of lent) {
    await copy.giveBack();
  }
}

function importListener(tell: (event: ImportEvent) => void): Parameters<ControlHandlers['imports']['run']>[1] {
  let lastReport = -Infinity;
  return {
    onProgress(progress) {
      if (performance.now() - lastReport < PROGRESS_EVERY) return;
      lastReport = performance.now();
      tell({ event: 'progress', progress });
    },
    onOutcome: (outcome) => tell({ event: 'outcome', outcome }),
  };
}
