import { MAX_DELIVERY_ATTEMPTS } from '#contract/webhooks.ts';

/** Minutes between a try and the next: eight tries in about a day. */
const WAITS = [1, 5, 30, 120, 300, 480, 480] as const;

/** When a message is tried again that has been tried so often; null where that was the last time. */
export function nextTry(tries: number, now: Date): Date | null {
  const wait = WAITS[tries - 1];
  return tries >= MAX_DELIVERY_ATTEMPTS || wait === undefined ? null : new Date(now.getTime() + wait * 60_000);
}

/** Whether an address has taken a message: any answer of the two hundreds (Standard Webhooks). */
export function isDelivered(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/** Longest that a receiver is left alone because it asked for that, in milliseconds. */
const MAX_WAIT = 3_600_000;

/**
 * For how many milliseconds a receiver wants to be left alone: what the answer 429 says, as Discord does (`retry_after` in seconds), or in the
 * header `Retry-After`; a second at least, an hour at most. Null where it asks for nothing.
 */
export function requestedWait({
  status,
  retryAfter,
  body,
}: {
  status: number;
  retryAfter: string | null;
  body: Buffer;
}): number | null {
  if (status !== 429) return null;
  const seconds = [retryAfterIn(body.toString()), Number(retryAfter ?? '')].find((each) => each > 0);
  return seconds === undefined ? null : Math.min(MAX_WAIT, Math.max(1000, Math.ceil(seconds * 1000)));
}

function retryAfterIn(text: string): number {
  try {
    return Number((JSON.parse(text) as { retry_after?: unknown } | null)?.retry_after);
  } catch {
    return Number.NaN;
  }
}
