import '#web/ui/styles/tokens.css';
import '#web/ui/styles/base.css';
import '#web/ui/styles/modes.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { HydrationState } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { DEFAULT_LOCALE, isLocale } from '#contract/locales.ts';
import { ApiFailure, onUnreachable } from '#web/platform/api/api.ts';
import { arrive, createSiteRouter } from './browser-router.ts';
import { reportMissingChunk } from '#web/platform/api/failures.ts';
import { addMessages } from '#web/platform/i18n/i18n.tsx';
import type { RouteHandle } from '#web/platform/page/page.ts';
import { routes } from './routes.tsx';
import { ROOT_ROUTE, type RootData } from '#web/platform/page/root-data.ts';

// The files after them may be fetched now (preload-image.ts).
dispatchEvent(new Event('komawari.scripts'));

onUnreachable(async (path) => (await import('#web/library/offline/offline-read.ts')).offlineResponse(path));

const { lang } = document.documentElement;
const locale = isLocale(lang) ? lang : DEFAULT_LOCALE;
const messages = fetch(document.querySelector<HTMLLinkElement>('link[as="fetch"]')!.href).then((answer) =>
  answer.json(),
);

const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as HydrationState;
for (const [route, error] of Object.entries(state.errors ?? {})) {
  const { status, message, body } = error as ApiFailure;
  state.errors![route] = new ApiFailure(status, message, body);
}
const router = createSiteRouter(routes, state);
// The page's own code has to be there before React takes over its HTML.
await Promise.all(
  router.state.matches.map(async ({ route }) => {
    if (typeof route.lazy !== 'function') return;
    await arrive(route);
    const data = state.loaderData?.[route.id];
    if (data) {
      await (route.handle as RouteHandle).prepare?.(data as never);
    }
  }),
);
addMessages(locale, await messages);
reportMissingChunk();
startTransition(() => {
  hydrateRoot(
    document.getElementById('root')!,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
});
const root = state.loaderData?.[ROOT_ROUTE] as RootData | null | undefined;
if (root?.outside) {
  void import('#web/app/third-parties/third-parties.ts').then(
    ({ loadThirdParties }) => loadThirdParties(router, root),
    () => {},
  );
}
// The installed site opens without a network, too; everyone else has the worker once it is wanted.
if (matchMedia('(display-mode: standalone)').matches) {
  setTimeout(
    () => void import('#web/library/offline/offline-worker.ts').then(({ cacheShell }) => cacheShell()).catch(() => {}),
    3000,
  );
}
