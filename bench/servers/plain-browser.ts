import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CHROMIUM_ARGUMENTS, findBrowser } from '../../tools/chromium.ts';
import { start } from './processes.ts';

/** A Chromium as a visitor has it, in a profile of its own on disk. */
export interface PlainBrowser {
  pid: number;
  /** Opens an empty page of this size. */
  open(size: { width: number; height: number }): Promise<PlainPage>;
  close(): Promise<void>;
}

/** A page of it, told what to do over its protocol. */
export interface PlainPage {
  /** Sends a message of the protocol and promises its answer. @throws what the browser answers that it cannot. */
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** The value of an expression in the page, as JSON. @throws what it throws. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Starts a Chromium that nobody watches. Playwright has its windows keep the bodies of all answers for an inspector, in the
 * page's own process, and what they fetched in memory, as private windows do: memory is measured in this one.
 */
export async function startPlainBrowser(): Promise<PlainBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'komawari-chromium-'));
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--password-store=basic'];
  const running = start(findBrowser(), [...CHROMIUM_ARGUMENTS, ...own, 'about:blank']);
  let host: string | undefined;
  for (let waited = 0; host === undefined; waited += 20) {
    if (waited > 60_000) throw new Error(`Chromium did not start:\n${running.output()}`);
    await wait(20);
    host = /DevTools listening on ws:\/\/([^/]+)\//.exec(running.output())?.[1];
  }
  return {
    pid: running.pid,
    async open({ width, height }) {
      const answer = await fetch(`http://${host}/json/new?about:blank`, { method: 'PUT' });
      const { id, webSocketDebuggerUrl } = (await answer.json()) as { id: string; webSocketDebuggerUrl: string };
      const { send, end } = await connect(webSocketDebuggerUrl);
      await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
      return {
        send,
        async evaluate(expression) {
          const options = { expression, awaitPromise: true, returnByValue: true };
          const { result, exceptionDetails } = (await send('Runtime.evaluate', options)) as unknown as EvaluationResult;
          if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
          return result.value;
        },
        async close() {
          end();
          await fetch(`http://${host}/json/close/${id}`);
        },
      };
    },
    async close() {
      await running.stop();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface EvaluationResult {
  result: { value: unknown };
  exceptionDetails?: { text: string };
}

/** Asks over a socket and gives each answer to its question. */
async function connect(url: string): Promise<{ send: PlainPage['send']; end(): void }> {
  const socket = new WebSocket(url);
  const asked = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  let questions = 0;
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)));
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Answer;
    if (id === undefined) return;
    if (error === undefined) {
      asked.get(id)?.resolve(result ?? {});
    } else {
      asked.get(id)?.reject(new Error(error.message));
    }
    asked.delete(id);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of asked.values()) {
      reject(new Error('the page is gone'));
    }
  });
  return {
    send(method, params = {}) {
      questions += 1;
      const waiting = Promise.withResolvers<Record<string, unknown>>();
      asked.set(questions, waiting);
      socket.send(JSON.stringify({ id: questions, method, params }));
      return waiting.promise;
    },
    end: () => socket.close(),
  };
}

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}
