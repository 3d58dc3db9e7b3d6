import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { hasServiceWorker, serviceWorkerReady } from '#web/library/offline/offline-worker.ts';

/** The visitor, or their browser, does not want notifications. */
export class PushRefusal extends Error {}

/** Whether the browser can be told anything while the site is closed. */
export function isPushPossible(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Whether this browser is told what is new. */
export async function isPushOn(): Promise<boolean> {
  return isPushPossible() && (await subscription()) !== null && Notification.permission === 'granted';
}

/**
 * Asks the browser, and has the account send to it.
 *
 * @throws PushRefusal when the visitor or the browser says no.
 * @throws ApiFailure when the API does.
 */
export async function switchPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefusal();
  const { key } = await apiGet<{ key: string }>('/account/push');
  const worker = await serviceWorkerReady();
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => {
    throw new PushRefusal();
  });
  await apiSend('PUT', '/account/push', { body: made.toJSON() });
}

/** Ends it: the account sends nothing more to this browser. @throws ApiFailure when the API refuses. */
export async function switchPushOff(): Promise<void> {
  const made = await subscription();
  if (made === null) return;
  await apiSend('DELETE', '/account/push', { body: { endpoint: made.endpoint } });
  await made.unsubscribe();
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await hasServiceWorker();
  return (await worker?.pushManager.getSubscription()) ?? null;
}
