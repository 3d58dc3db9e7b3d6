import { useEffect, useRef, useState } from 'react';
import type { CaptchaChallenge, CaptchaFor } from '#contract/accounts.ts';
import { apiGet, errorCode } from '#web/platform/api/api.ts';

/** A proof of work that is asked for only when the API wants one, and solved by the device itself. */
export interface Captcha {
  /** How much of the work is done at least, 0 to 1; null while none is being solved. */
  progress: number | null;
  /** Makes a call; where the API wants a captcha, solves one and makes the call again with its answer. */
  send: <Answer>(call: (answer?: string) => Promise<Answer>) => Promise<Answer>;
}

/** The problems by which the API says when a call needs a captcha, or had one that was used, ended or wrong. */
const WANTED = new Set(['captcha-required', 'captcha-wrong']);

/** A captcha for one form; it is given up when the form goes away. */
export function useCaptcha(purpose: CaptchaFor): Captcha {
  const [progress, setProgress] = useState<number | null>(null);
  const ended = useRef<AbortController>(null);
  useEffect(() => {
    const controller = (ended.current = new AbortController());
    return () => controller.abort();
  }, []);
  return {
    progress,
    async send(call) {
      try {
        return await call();
      } catch (failure) {
        if (!WANTED.has(errorCode(failure) ?? '')) throw failure;
        setProgress(0);
        const answer = await solve(purpose, setProgress, ended.current?.signal).finally(() => setProgress(null));
        // Without an answer the API says itself what is missing.
        if (answer === null) throw failure;
        return await call(answer);
      }
    },
  };
}

/** The answer to a fresh challenge, as the API takes it; null where this browser finds none. */
async function solve(
  purpose: CaptchaFor,
  tell: (progress: number) => void,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const challenge = await apiGet<CaptchaChallenge>('/captcha', { params: { for: purpose }, signal });
  const most = Number(challenge.parameters.data?.tries) || Infinity;
  const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise<object | null>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      worker.addEventListener('error', () => resolve(null));
      worker.addEventListener('message', ({ data }: MessageEvent<{ tries?: number; solution?: object | null }>) => {
        if (data.tries !== undefined) {
          tell(Math.min(1, data.tries / most));
        } else {
          resolve(data.solution ?? null);
        }
      });
      worker.postMessage(challenge);
    });
    return solution && btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}
