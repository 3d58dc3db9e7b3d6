import type { KomawariClient, UploadResult } from './calls.ts';
import { ApiProblem } from './problem.ts';
import type { UploadedFile, UploadOptions } from './upload-options.ts';

/** Makes a call and returns its answer as it came. */
type Send = (method: string, path: string, init: object) => Promise<Response>;

/** Bytes of a part. */
const PART = 8 * 1024 * 1024;
/** Times that a part is tried, and milliseconds before the second time; twice that before each further one. */
const [TRIES, WAIT] = [5, 500];
/** Milliseconds between two looks at what the site is doing. */
const LOOK = 500;

/** Begins an upload, sends the files by tus 1.0 (https://tus.io), waits until they are read, and commits them. */
export async function uploadFiles(
  client: KomawariClient,
  send: Send,
  files: readonly UploadedFile[],
  { publish, rights, incomplete = false, onProgress, signal = new AbortController().signal }: UploadOptions,
): Promise<UploadResult> {
  const { id } = await client.post('/api/admin/uploads', { signal });
  const total = files.reduce((sum, { data }) => sum + data.size, 0);
  let before = 0;
  for (const file of files) {
    const done = before;
    await sendFile(send, id, file, signal, (sent) => onProgress?.(done + sent, total));
    before += file.data.size;
  }
  const look = () => client.get('/api/admin/uploads/{id}', { params: { path: { id } }, signal });
  const read = await until(look, signal, (upload) =>
    upload.files.every(({ state }) => state === 'ready' || state === 'refused'),
  );
  await client.post('/api/admin/uploads/{id}/commit', {
    params: { path: { id } },
    body: { version: read.version, publish, rights, incomplete },
    signal,
  });
  return until(look, signal, ({ state }) => state !== 'committing');
}

async function sendFile(
  send: Send,
  id: number,
  { name, data }: UploadedFile,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<void> {
  const tus = (method: string, path: string, headers: Record<string, string>, body?: Blob) =>
    send(method, path, {
      headers: { 'tus-resumable': '1.0.0', ...headers },
      parseAs: 'stream',
      signal,
      ...(body === undefined ? {} : { body, bodySerializer: (bytes: Blob) => bytes }),
    });
  const made = await tus('post', `/api/admin/uploads/${id}/tus`, {
    'upload-length': String(data.size),
    'upload-metadata': `filename ${inBase64(name)}`,
  });
  const place = new URL(made.headers.get('location') ?? '', made.url).pathname;
  const arrived = (answer: Response) => Number(answer.headers.get('upload-offset'));
  let at = arrived(made);
  for (let tries = 1; at < data.size;) {
    try {
      const part = data.slice(at, at + PART);
      at = arrived(
        await tus(
          'patch',
          place,
          { 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
          part,
        ),
      );
      tries = 1;
      onSent(at);
    } catch (error) {
      if (signal.aborted || tries >= TRIES || !mayPass(error)) throw error;
      await pause(WAIT * 2 ** (tries - 1), signal);
      tries += 1;
      // The site knows how much of it has arrived.
      at = arrived(await tus('head', place, {}));
    }
  }
}

/** Whether what failed may go well another time: the network, a busy site, or bytes that were told twice. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status >= 500 || [409, 423, 429, 460].includes(error.status);
}

async function until<Value>(
  look: () => Promise<Value>,
  signal: AbortSignal,
  isDone: (value: Value) => boolean,
): Promise<Value> {
  for (let value = await look(); ; value = await look()) {
    if (isDone(value)) return value;
    await pause(LOOK, signal);
  }
}

/** @throws the reason of the signal. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      failed(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      done();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

function inBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
