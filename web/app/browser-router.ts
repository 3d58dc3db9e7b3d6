import { createElement } from 'react';
import {
  createPath,
  IDLE_NAVIGATION,
  matchRoutes,
  NavigationType,
  resolvePath,
  type DataRouteMatch,
  type DataRouteObject,
  type DataRouter,
  type HydrationState,
  type LoaderFunction,
  type Location,
  type RouteObject,
  type To,
} from 'react-router';

type State = DataRouter['state'];
type Subscriber = Parameters<DataRouter['subscribe']>[0];
interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  preventScrollReset?: boolean;
}
type RequestedState = Pick<State, 'historyAction' | 'location' | 'matches' | 'preventScrollReset'>;
interface LoadResult {
  loaderData: State['loaderData'];
  errors: State['errors'];
  redirect?: string;
}

/**
 * The router `RouterProvider` runs on, with what this site uses of React Router's own: reading pages. That one also
 * sends forms, fetches beside pages, blocks, and discovers routes, and is 16 KB larger on every first load (decisions 0007, 0059).
 *
 * Loaders of a new address run together, and only those of routes it changes (React Router's rule, or a route's
 * `shouldRevalidate`). A newer navigation aborts the one before. What is to be read anew is, also where a navigation is
 * on its way or comes in between. A loader that throws shows the error boundary at or above its route; one that answers
 * a redirect leads there. Routes must have ids.
 */
export function createSiteRouter(routes: RouteObject[], hydration: HydrationState): DataRouter {
  const manifest: Record<string, DataRouteObject> = {};
  const tree = routes.map((route) => prepare(route, manifest));
  const match = (location: Partial<Location> | string) => matchRoutes(tree, location) as DataRouteMatch[] | null;
  const first = here();
  const subscribers = new Set<Subscriber>();
  /** Ends what is being read; `latest` is done once it is shown. */
  let running = new AbortController();
  let latest = Promise.resolve();
  /** Begins the navigation anew that is on its way. */
  let again: (() => Promise<void>) | undefined;
  /** Whether everything is to be read anew, by whatever is read next: a navigation may come in between. */
  let stale = false;
  // Nothing that is left out is read on this site: scrolling is done by `scroll-restoration.ts`, and there are no actions.
  let state = {
    historyAction: NavigationType.Pop,
    location: first,
    matches: match(first) ?? [],
    initialized: true,
    navigation: IDLE_NAVIGATION,
    revalidation: 'idle',
    preventScrollReset: false,
    loaderData: hydration.loaderData ?? {},
    errors: hydration.errors ?? null,
    fetchers: new Map(),
    blockers: new Map(),
  } as unknown as State;

  function update(change: Partial<State>): void {
    state = { ...state, ...change };
    for (const tell of subscribers) {
      tell(state, { deletedFetchers: [], newErrors: change.errors ?? null, flushSync: false });
    }
  }

  /** Loads what `location` needs, then shows it; `keep` writes it into the browser's history. */
  async function go(
    historyAction: NavigationType,
    location: Location,
    keep: () => void,
    preventScrollReset = false,
  ): Promise<void> {
    const matches = match(location);
    if (!matches) {
      window.location.assign(createPath(location));
      return;
    }
    const done = { historyAction, location, matches, preventScrollReset, navigation: IDLE_NAVIGATION } as const;
    if (!matches.some((each) => each.route.lazy !== undefined || isNeeded(state, location, each, false))) {
      // At once: the reader turns its pages this way. What is read anew meanwhile is still wanted.
      const isReading = state.revalidation !== 'idle';
      if (!isReading) {
        running.abort();
        latest = Promise.resolve();
      }
      again = undefined;
      keep();
      update({ ...done, errors: null });
      if (stale && !isReading) {
        await revalidate();
      }
      return;
    }
    again = () => go(historyAction, location, keep, preventScrollReset);
    const navigation = {
      ...IDLE_NAVIGATION,
      state: 'loading',
      location,
      matches,
      historyAction,
    } as State['navigation'];
    await read({ revalidation: 'idle', navigation }, done, (loaded) => {
      keep();
      update({ ...done, ...loaded, revalidation: 'idle' });
    });
  }

  /** Reads all that is shown anew; where a navigation is on its way, all that it will show. */
  async function revalidate(): Promise<void> {
    stale = true;
    if (again) {
      await again();
      return;
    }
    await read({ revalidation: 'loading' }, state, (loaded) => {
      // React Router's error boundary forgets what failed once it is drawn with another location object, or first with
      // `loading` and then with `idle`. A browser with much to do leaves out to draw the first of the two.
      update({ ...loaded, location: { ...state.location }, revalidation: 'idle' });
    });
  }

  /**
   * Reads what `wanted` needs in place of what was being read, and `show`s it. The state is `during` meanwhile. Resolves
   * once it is shown, or what came in its place.
   */
  function read(during: Partial<State>, wanted: RequestedState, show: (loaded: LoadResult) => void): Promise<void> {
    running.abort();
    const { signal } = (running = new AbortController());
    update(during);
    const reading = load(state, wanted.location, wanted.matches, stale, signal).then(async (loaded): Promise<void> => {
      if (signal.aborted) return latest;
      again = undefined;
      if (loaded.redirect !== undefined) {
        update({ revalidation: 'idle' });
        await navigate(loaded.redirect, { replace: wanted.historyAction !== NavigationType.Push });
        return;
      }
      stale = false;
      show(loaded);
    });
    latest = reading;
    return reading;
  }

  async function navigate(to: To | null | number, options: NavigateOptions = {}): Promise<void> {
    if (typeof to === 'number') {
      history.go(to);
      return;
    }
    const path = resolvePath(to ?? '', state.location.pathname);
    const location: Location = { ...path, state: options.state ?? null, key: Math.random().toString(36).slice(2, 10) };
    const replace = options.replace === true || createPath(path) === createPath(state.location);
    const entry = { usr: location.state, key: location.key };
    const write = () => {
      if (replace) {
        history.replaceState(entry, '', createPath(location));
      } else {
        history.pushState(entry, '', createPath(location));
      }
    };
    await go(replace ? NavigationType.Replace : NavigationType.Push, location, write, options.preventScrollReset);
  }

  window.addEventListener('popstate', () => void go(NavigationType.Pop, here(), () => {}));
  const createURL = (to: To) => new URL(typeof to === 'string' ? to : createPath(to), window.location.href);
  const router = {
    basename: '/',
    future: {},
    routes: tree,
    manifest,
    window,
    match,
    navigate,
    revalidate,
    createURL,
    get state() {
      return state;
    },
    subscribe(tell: Subscriber) {
      subscribers.add(tell);
      return () => subscribers.delete(tell);
    },
    createHref: createPath,
    encodeLocation(to: To) {
      const { pathname, search, hash } = createURL(to);
      return { pathname, search, hash };
    },
  };
  // Nothing that is left out is called: this site has no fetchers, blockers, actions or routes that are found later.
  return router as unknown as DataRouter;
}

/** The address in the address bar, as a location. */
function here(): Location {
  const { pathname, search, hash } = window.location;
  const entry = history.state as { usr?: unknown; key?: string } | null;
  return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' };
}

/** A route as `RouterProvider` draws it, and in the manifest by its id. */
function prepare(route: RouteObject, manifest: Record<string, DataRouteObject>): DataRouteObject {
  const { ErrorBoundary, children, ...rest } = route;
  const prepared = {
    ...rest,
    ...(ErrorBoundary ? { errorElement: createElement(ErrorBoundary) } : {}),
    ...(children ? { children: children.map((child) => prepare(child, manifest)) } : {}),
  } as DataRouteObject;
  manifest[prepared.id] = prepared;
  return prepared;
}

/** Runs the loaders that `location` needs, all together, after their pages' code has come. */
async function load(
  before: State,
  location: Location,
  matches: DataRouteMatch[],
  again: boolean,
  signal: AbortSignal,
): Promise<LoadResult> {
  const request = new Request(new URL(createPath(location), window.location.href), { signal });
  const results = await Promise.all(
    matches.map(async (match) => {
      const { route, params } = match;
      try {
        if (typeof route.lazy === 'function') {
          await arrive(route);
        }
        if (!isNeeded(before, location, match, again)) return { data: before.loaderData[route.id] };
        const data: unknown = await (route.loader as LoaderFunction)({ request, params, context: {} } as never);
        return data instanceof Response ? { redirect: data.headers.get('location') ?? '/' } : { data };
      } catch (error) {
        // A loader may also throw where to go instead, as React Router's may.
        return error instanceof Response ? { redirect: error.headers.get('location') ?? '/' } : { error };
      }
    }),
  );
  const redirect = results.find((result) => 'redirect' in result)?.redirect;
  const failed = results.findIndex((result) => 'error' in result);
  const boundary =
    matches.slice(0, failed + 1).findLast(({ route }) => Boolean(route.errorElement))?.route.id ??
    matches[0]?.route.id ??
    '';
  return {
    loaderData: Object.fromEntries(
      matches.flatMap(({ route }, at) => (results[at]?.data === undefined ? [] : [[route.id, results[at].data]])),
    ),
    errors: failed === -1 ? null : { [boundary]: results[failed]?.error },
    ...(redirect === undefined ? {} : { redirect }),
  };
}

/** Fills in a route's page once its code has come. */
export async function arrive(route: DataRouteObject): Promise<void> {
  const page = await (route.lazy as () => Promise<Partial<DataRouteObject>>)();
  Object.assign(route, page);
  delete route.lazy;
}

/** Whether a route's data must be read anew: it is new, was asked for again, or its part of the address or the query changed. */
function isNeeded(
  { matches, loaderData, location: current }: State,
  next: Location,
  match: DataRouteMatch,
  again: boolean,
): boolean {
  const { route, params, pathname } = match;
  if (typeof route.loader !== 'function') return false;
  const old = matches.find((each) => each.route.id === route.id);
  if (!old || !(route.id in loaderData)) return true;
  const changed = old.pathname !== pathname || old.params['*'] !== params['*'];
  const same = next.hash === '' && createPath(current) === createPath(next);
  const defaultShouldRevalidate = again || changed || same || current.search !== next.search;
  return (
    route.shouldRevalidate?.({
      currentUrl: new URL(createPath(current), window.location.href),
      currentParams: old.params,
      nextUrl: new URL(createPath(next), window.location.href),
      nextParams: params,
      defaultShouldRevalidate,
    }) ?? defaultShouldRevalidate
  );
}
