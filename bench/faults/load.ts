import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { uploadAll, type UploadRecord } from './uploader.ts';

/** The kinds of callers: those who read pages, lists and pictures, who write, who send pictures, and who upload archives. */
export type Caller = 'reading' | 'writing' | 'sending' | 'uploading';

/** One call that was made. */
interface Call {
  at: number;
  caller: Caller;
  ok: boolean;
  /** A status, or a word for what happened instead of an answer. */
  outcome: string;
  /** For one that failed: which call it was, and how its answer began. */
  detail: string;
  milliseconds: number;
}

/** Letters of an answer that are kept of a call that failed. */
const MAX_DETAIL = 160;

/** The load of a fault run, and everything it remembers. */
export interface Load {
  /** Titles of comics and names of pages whose writing was acknowledged, and those that were tried. */
  acknowledged: { titles: string[]; pages: string[] };
  tried: { titles: string[]; pages: string[] };
  uploaded: UploadRecord;
  calls: Call[];
  /** Sets where calls go; a site that is not ready gets none, as a balancer has it. */
  sites: { url: string; ready: boolean }[];
  stop(): Promise<void>;
}

/** Milliseconds after which a caller gives up. */
const PATIENCE = 12_000;

/**
 * Reads, writes and sends pictures without end, through what a balancer does: it asks every site twice a second whether it is ready,
 * and asks another one where a call that reads gets no connection. What writes is never tried twice.
 */
export function startLoad(
  urls: readonly string[],
  {
    headers,
    paths,
    chapter,
    pace,
  }: { headers: Record<string, string>; paths: readonly string[]; chapter: number; pace: number },
): Load {
  const sites = urls.map((url) => ({ url, ready: true }));
  const load: Load = {
    acknowledged: { titles: [], pages: [] },
    tried: { titles: [], pages: [] },
    uploaded: { files: new Map(), acknowledged: 0, forgotten: 0 },
    calls: [],
    sites,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
  let stopped = false;
  let turn = 0;
  const next = () => {
    const ready = sites.filter((site) => site.ready);
    const among = ready.length > 0 ? ready : sites;
    return among[turn++ % among.length]!;
  };

  async function watch(site: (typeof sites)[number]): Promise<void> {
    while (!stopped) {
      site.ready = await fetch(`${site.url}/health/ready`, { signal: AbortSignal.timeout(2_500) }).then(
        ({ ok }) => ok,
        () => false,
      );
      await pause(250);
    }
  }

  async function call(caller: Caller, path: string, init: RequestInit = {}): Promise<boolean> {
    return (await ask(caller, path, init)).ok;
  }
  async function ask(
    caller: Caller,
    path: string,
    init: RequestInit,
  ): Promise<{ ok: boolean; answer: { status: number; headers: Headers; text: string } | null }> {
    const at = performance.now();
    let [ok, outcome] = [false, ''];
    let answered: { status: number; headers: Headers; text: string } | null = null;
    for (const isLast of caller === 'reading' ? [false, true] : [true]) {
      try {
        const answer = await fetch(next().url + path, { ...init, signal: AbortSignal.timeout(PATIENCE) });
        answered = { status: answer.status, headers: answer.headers, text: await answer.text() };
        [ok, outcome] = [answer.status < 500 && answer.status !== 429, String(answer.status)];
        break;
      } catch (error) {
        outcome = (error as Error).name === 'TimeoutError' ? 'no answer' : 'broken off';
        if (isLast || outcome === 'no answer') break;
      }
    }
    const detail = ok ? '' : `${path} ${(answered?.text ?? '').slice(0, MAX_DETAIL).replace(/\s+/g, ' ')}`;
    load.calls.push({ at, caller, ok, outcome, detail, milliseconds: performance.now() - at });
    return { ok, answer: answered };
  }

  async function read(): Promise<void> {
    for (let at = 0; !stopped; at += 1) {
      await call('reading', paths[at % paths.length]!);
      await pause(pace);
    }
  }
  async function write(): Promise<void> {
    while (!stopped) {
      const title = `Written ${randomBytes(6).toString('hex')}`;
      load.tried.titles.push(title);
      const body = JSON.stringify({ title });
      if (
        await call('writing', '/api/admin/comics', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        })
      ) {
        load.acknowledged.titles.push(title);
      }
      await pause(pace * 4);
    }
  }
  async function send(): Promise<void> {
    while (!stopped) {
      const name = `${randomBytes(6).toString('hex')}.png`;
      const [r = 0, g = 0, b = 0] = randomBytes(3);
      const body = new Uint8Array(
        await sharp({ create: { width: 300, height: 400, channels: 3, background: { r, g, b } } })
          .png()
          .toBuffer(),
      );
      load.tried.pages.push(name);
      if (
        await call('sending', `/api/admin/chapters/${chapter}/pages?name=${name}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'image/png' },
          body,
        })
      ) {
        load.acknowledged.pages.push(name);
      }
      await pause(pace * 20);
    }
  }
  const upload = () =>
    uploadAll(
      async (method, path, given, body) =>
        (await ask('uploading', path, { method, headers: given, ...(body !== undefined && { body: body as never }) }))
          .answer,
      headers,
      load.uploaded,
      { pace, isOver: () => stopped },
    );
  const running = [...sites.map(watch), read(), read(), read(), read(), write(), write(), send(), upload()];
  return load;
}
