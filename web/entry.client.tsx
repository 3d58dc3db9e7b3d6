import './styles/tokens.css';
import './styles/base.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { matchRoutes, type HydrationState } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { DEFAULT_LOCALE, isLocale } from '#contract/locales.ts';
import { ApiFailure } from './api.ts';
import { createSiteRouter } from './browser-router.ts';
import { addMessages, messagesUrl } from './i18n/i18n.tsx';
import type { RouteHandle } from './page.ts';
import { routes } from './routes.tsx';

const { lang } = document.documentElement;
const locale = isLocale(lang) ? lang : DEFAULT_LOCALE;
const messages = fetch(messagesUrl(locale)).then((answer) => answer.json());

const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as HydrationState;
// The page's own code has to be there before React takes over its HTML.
await Promise.all((matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
  if (typeof route.lazy !== 'function') { return; }
  Object.assign(route, await route.lazy());
  delete route.lazy;
  const data = state.loaderData?.[route.id ?? ''];
  if (data) { await (route.handle as RouteHandle).prepare?.(data as never); }
}));
addMessages(locale, await messages);

for (const [route, error] of Object.entries(state.errors ?? {})) {
  const { status, message, body } = error as ApiFailure;
  state.errors![route] = new ApiFailure(status, message, body);
}
const router = createSiteRouter(routes, state);
startTransition(() => {
  hydrateRoot(document.getElementById('root')!, <StrictMode><RouterProvider router={router} /></StrictMode>);
});
// The installed site opens without a network, too; everyone else has the worker once it is wanted.
if (matchMedia('(display-mode: standalone)').matches) { setTimeout(() => void import('./kept/offline-worker.ts').then(({ keepShell }) => keepShell()), 3000); }
