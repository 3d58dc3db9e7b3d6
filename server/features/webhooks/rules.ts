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
