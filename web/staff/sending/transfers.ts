import type { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { readAccessToken } from '#web/platform/session/session.ts';
import { createStore } from '#web/platform/state/store.ts';

/** The bytes of one file on their way. `sent` of `bytes` have arrived; `message` says why it `failed`. */
export interface Transfer {
  upload: number;
  state: 'queued' | 'sending' | 'lost' | 'paused' | 'failed' | 'done';
  sent: number;
  bytes: number;
  message: string | null;
}

/** Where the bytes of a file go, and in which parts. */
interface Target {
  upload: number;
  file: number;
  url: string;
  /** Bytes of one request at most. */
  part: number;
}

/** Files sent at the same time: more share the same line and make each other late. */
const AT_ONCE = 3;
/** Waits before a part that did not arrive is sent again, in ms; after the last the file is `lost` until the network is back. */
const RETRIES = [300, 1000, 3000, 5000];
/** How long a lost file waits before it is tried again though the browser heard nothing of a network, in ms. */
const LOST_WAIT = 10_000;
/** How often moving bytes are told, in ms: numbers that change faster cannot be read. */
const NOTIFY_EVERY = 250;

interface Going {
  target: Target;
  file: Blob;
  tus: TusUpload | null;
  transfer: Transfer;
}
const going = new Map<number, Going>();
const shownTransfers = createStore<ReadonlyMap<number, Transfer>>(new Map());
let timer: ReturnType<typeof setTimeout> | undefined;

/** Every transfer of this page by the id of its file, rendered again as they move. */
export const useTransfers = shownTransfers.use;

/** Whether bytes of any file are on their way or wait for their turn. */
export function isSending(): boolean {
  return [...going.values()].some(({ transfer: { state } }) => state === 'sending' || state === 'queued');
}

/** Sends a file's bytes, from where the site has them; does nothing for one that is on its way already. */
export function send(target: Target, file: Blob): void {
  const before = going.get(target.file);
  if (before !== undefined && before.transfer.state !== 'failed') return;
  going.set(target.file, {
    target,
    file,
    tus: null,
    transfer: { upload: target.upload, state: 'queued', sent: 0, bytes: file.size, message: null },
  });
  step();
}

/** Stops a file until it is resumed; what has arrived stays. */
export function pause(file: number): void {
  change(file, 'paused');
  void going.get(file)?.tus?.abort();
  step();
}

/** Goes on with a file that was paused, lost or failed. */
export function resume(file: number): void {
  const one = going.get(file);
  if (one === undefined || one.transfer.state === 'sending' || one.transfer.state === 'done') return;
  change(file, 'queued');
  step();
}

/** Forgets a file: nothing more of it is sent. */
export function forget(file: number): void {
  void going.get(file)?.tus?.abort();
  going.delete(file);
  step();
}

function step(): void {
  let free = AT_ONCE - [...going.values()].filter(({ transfer }) => transfer.state === 'sending').length;
  for (const [id, { transfer }] of going) {
    if (free > 0 && transfer.state === 'queued') {
      free -= 1;
      change(id, 'sending');
      void begin(id);
    }
  }
  notify();
}

async function begin(id: number): Promise<void> {
  const one = going.get(id)!;
  try {
    const { Upload } = await import('tus-js-client');
    if (going.get(id) !== one || one.transfer.state !== 'sending') return;
    one.tus = new Upload(one.file as File, {
      uploadUrl: one.target.url,
      chunkSize: one.target.part,
      retryDelays: RETRIES,
      storeFingerprintForResuming: false,
      removeFingerprintOnSuccess: true,
      onBeforeRequest: (request) => {
        request.setHeader('Accept', 'application/json');
        request.setHeader('Accept-Language', document.documentElement.lang);
        request.setHeader('X-Requested-With', 'XMLHttpRequest');
        const xsrf = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
        if (xsrf) {
          request.setHeader('X-XSRF-TOKEN', xsrf);
        }
        const token = readAccessToken();
        if (token !== null) {
          request.setHeader('Authorization', `Bearer ${token}`);
        }
      },
      onShouldRetry: (error) => isPassing(error as DetailedError),
      onProgress: (sent) => {
        one.transfer = { ...one.transfer, sent };
        notifySoon();
      },
      onSuccess: () => {
        one.transfer = { ...one.transfer, sent: one.transfer.bytes };
        change(id, 'done');
        step();
      },
      onError: (error) => {
        handleFailure(id, error as DetailedError);
      },
    });
    one.tus.start();
  } catch (error) {
    handleFailure(id, error as Error);
  }
}

/** A connection that broke is waited for; what the site refused, or a file that cannot be read any more, has failed. */
function handleFailure(id: number, error: Error & Partial<DetailedError>): void {
  const one = going.get(id);
  if (one === undefined || one.transfer.state !== 'sending') return;
  const answer = error.originalResponse;
  if (
    error.originalRequest &&
    (answer === null || answer === undefined || answer.getStatus() === 0 || isPassing(error as DetailedError))
  ) {
    change(id, 'lost');
    const again = () => {
      removeEventListener('online', again);
      clearTimeout(late);
      if (going.get(id) === one && one.transfer.state === 'lost') {
        resume(id);
      }
    };
    const late = setTimeout(again, LOST_WAIT);
    addEventListener('online', again);
  } else {
    change(id, 'failed', parseSentence(answer?.getBody()) ?? '');
  }
  step();
}

/** Whether the next attempt may do better: nothing answered, the site was busy, or a part came at another place than it had. */
function isPassing(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0;
  return status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507);
}

function parseSentence(body: string | undefined): string | null {
  try {
    return (JSON.parse(body ?? '') as { message?: string }).message ?? null;
  } catch {
    return null;
  }
}

function change(id: number, state: Transfer['state'], message: string | null = null): void {
  const one = going.get(id);
  if (one) {
    one.transfer = { ...one.transfer, state, message };
  }
}

function notifySoon(): void {
  timer ??= setTimeout(notify, NOTIFY_EVERY);
}

function notify(): void {
  clearTimeout(timer);
  timer = undefined;
  shownTransfers.set(new Map([...going].map(([id, { transfer }]) => [id, transfer])));
}
