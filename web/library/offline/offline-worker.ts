/** The site's service worker: pushed messages, and reading without a network. */
const WORKER = '/sw.js';
/** Longest the worker may take to keep what the site needs without a network, in milliseconds. */
const PATIENCE = 60_000;

/** The worker, registered if it was not yet, once it is at work. @throws DOMException where the browser refuses. */
export async function serviceWorkerReady(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER);
  return navigator.serviceWorker.ready;
}

/** The worker, if there is one already. */
export async function hasServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration(WORKER);
}

/**
 * Has the worker keep what the site needs without a network in the page's language, anew each time. Answers whether all
 * of it is kept.
 */
export async function cacheShell(): Promise<boolean> {
  const { active } = await serviceWorkerReady();
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
    setTimeout(() => resolve(false), PATIENCE);
  });
  active?.postMessage({ locale: document.documentElement.lang }, [port2]);
  return answered.finally(() => port1.close());
}
