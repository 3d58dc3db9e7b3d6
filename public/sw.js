// The site's one service worker. It shows what the site pushes while none of its pages is open, and lets chapters that
// were saved be read without a network. It is registered once one of both is wanted (web/library/offline/offline-worker.ts).
// Answers of the API are never kept here: what is saved, the pages save themselves (web/library/offline/offline-save.ts).

// The build replaces this line: a name for it, and the files the reader and the list of what is saved are made of.
const BUILD = { version: 'development', files: [] };

/** Pages shown while there is no network: the list of saved chapters in every language asked for, and the files of the build. */
const SHELL = `shell ${BUILD.version}`;
const isShell = (name) => name.startsWith('shell ');
const isSaved = (name) => name.startsWith('saved ');
/** Headers of pages vary by what has no meaning here. */
const ANY = { ignoreVary: true, ignoreSearch: true };

self.addEventListener('install', (event) => event.waitUntil(carryOver()));

self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) { if (isShell(name) && name !== SHELL) { await caches.delete(name); } }
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
})()));

/** Languages in which something was kept by an older build are kept by this one; who keeps nothing fetches nothing. */
async function carryOver() {
  for (const name of (await caches.keys()).filter(isShell)) {
    const pages = (await (await caches.open(name)).keys()).map(({ url }) => /^\/([a-z]{2})\/offline$/.exec(new URL(url).pathname)?.[1]);
    for (const locale of pages.filter(Boolean)) { await keepShell(locale); }
  }
  await self.skipWaiting();
}

/** Keeps what the site needs without a network in a language; the page comes last, so that it is never there without its files. */
async function keepShell(locale) {
  const page = `/${locale}/offline`;
  const answer = await fetch(page, { cache: 'no-cache' });
  if (!answer.ok) { throw new Error(`${page} answered ${answer.status}`); }
  // A language the site has no more leads to another one, and a browser takes no such answer for a page.
  if (answer.redirected) { return; }
  const named = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  const cache = await caches.open(SHELL);
  await Promise.all([...new Set([...named, ...BUILD.files])].map(async (file) => {
    if (!await cache.match(file, ANY)) { await cache.add(file); }
  }));
  await cache.put(page, answer);
}

self.addEventListener('message', (event) => {
  const { locale } = event.data ?? {};
  if (!/^[a-z]{2}$/.test(locale)) { return; }
  event.waitUntil(keepShell(locale).then(() => true, () => false).then((kept) => event.ports[0]?.postMessage(kept)));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET') { return; }
  if (origin === self.location.origin && pathname.startsWith('/saved/')) {
    event.respondWith(savedFile(pathname));
  } else if (/^\/images\/[0-9a-f]{64}\//.test(pathname)) {
    // With a network pictures take their usual way, and this worker costs them nothing.
    if (!self.navigator.onLine) { event.respondWith(savedPicture(event.request, pathname)); }
  } else if (origin === self.location.origin && mode === 'navigate') {
    event.respondWith(page(event, pathname));
  } else if (origin === self.location.origin && pathname.startsWith('/assets/')) {
    event.respondWith(asset(event));
  }
});

/** A file of a chapter that was saved: `/saved/{comic}/{chapter}/{page}`. */
async function savedFile(pathname) {
  const [, , comic, chapter] = pathname.split('/');
  return await caches.match(pathname, { cacheName: `saved ${comic} ${chapter}` }) ?? new Response(null, { status: 404 });
}

/**
 * The picture of a page that is open and whose chapter was saved, by the address it has on the site. What was not saved
 * may still be there: a site on the same machine needs no network.
 */
async function savedPicture(request, pathname) {
  for (const name of (await caches.keys()).filter(isSaved)) {
    const folder = `/${name.replaceAll(' ', '/')}`;
    const { images = [] } = await (await caches.match(`${folder}/images`, { cacheName: name }))?.json() ?? {};
    const shown = images.find((image) => [image.source_url, image.saver_url, image.thumbnail_url].some((url) => new URL(url, self.location.origin).pathname === pathname));
    if (shown) { return await caches.match(`${folder}/${shown.id}`, { cacheName: name }) ?? asUsual(request); }
  }
  return asUsual(request);
}

/** The answer of the network, as if there were no worker. */
async function asUsual(request) {
  return fetch(request).catch(() => Response.error());
}

/** A page of the site: from the network, else the list of what is saved, which leads on to what was asked for if it can. */
async function page(event, pathname) {
  try {
    return await event.preloadResponse ?? await fetch(event.request);
  } catch (failure) {
    const cache = await caches.open(SHELL);
    const [, locale] = pathname.split('/');
    const kept = await cache.match(`/${locale}/offline`, ANY);
    if (kept && pathname === `/${locale}/offline`) { return kept; }
    const any = kept ?? (await cache.matchAll()).find(({ url }) => url.endsWith('/offline'));
    if (!any) { throw failure; }
    const { pathname: asked, search } = new URL(event.request.url);
    return Response.redirect(`${new URL(any.url).pathname}?to=${encodeURIComponent(asked + search)}`, 302);
  }
}

/** A file whose name says what is in it: kept on use by those who keep anything. */
async function asset(event) {
  const known = await caches.match(event.request, { ...ANY, cacheName: SHELL });
  if (known) { return known; }
  const answer = await fetch(event.request);
  if (answer.ok && await caches.has(SHELL)) {
    const copy = answer.clone();
    event.waitUntil(caches.open(SHELL).then((cache) => cache.put(event.request, copy)).catch(() => {}));
  }
  return answer;
}

// Shows what is pushed.
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {};
  if (!title) { return; }
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/images/icon.png', data: { url } }));
});

// Leads to the page the message is about: in a window that is open already, or in a new one. Only to this site's own.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? '/', self.location.origin);
  if (url.origin !== self.location.origin) { return; }
  event.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async ([open]) => {
    if (!open) { return self.clients.openWindow(url.href); }
    await open.focus();
    return open.navigate(url.href).catch(() => self.clients.openWindow(url.href));
  }));
});
