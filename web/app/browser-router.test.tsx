import { act, cleanup, render, screen } from '@testing-library/react';
import {
  Outlet,
  useLoaderData,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  type DataRouter,
  type RouteObject,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Link } from '#web/ui/basic/link.tsx';
import { createSiteRouter } from './browser-router.ts';

let calls: string[] = [];
let broken = false;
const gates = new Map<string, () => void>();

function Frame() {
  const { state } = useNavigation();
  return (
    <>
      <nav aria-busy={state !== 'idle'}>
        <Link to="/en/b?page=2">to b</Link>
      </nav>
      <Outlet />
    </>
  );
}

function Shown() {
  const { slug } = useParams();
  return (
    <h1>
      {slug} {String(useLoaderData())}
    </h1>
  );
}

function Failed() {
  const { revalidate } = useRevalidator();
  return (
    <button type="button" onClick={() => void revalidate()}>
      {(useRouteError() as Error).message}
    </button>
  );
}

function routes(): RouteObject[] {
  return [
    {
      id: 'root',
      path: '/:lang',
      Component: Frame,
      shouldRevalidate: () => false,
      loader: () => {
        calls.push('root');
        return 'root';
      },
      children: [
        {
          id: 'pages',
          ErrorBoundary: Failed,
          children: [
            {
              id: 'list',
              index: true,
              loader: () => {
                calls.push('list');
                return calls.length;
              },
              Component: Shown,
            },
            {
              id: 'old',
              path: 'old/:slug',
              loader: ({ params }) => new Response(null, { status: 302, headers: { location: `/en/${params.slug}` } }),
            },
            {
              id: 'thrown',
              path: 'thrown/:slug',
              loader: ({ params }) => {
                throw new Response(null, { status: 302, headers: { location: `/en/${params.slug}` } });
              },
            },
            {
              id: 'lost',
              path: 'lost/:slug',
              lazy: async () => {
                throw new Error('the code of the page did not come');
              },
            },
            {
              id: 'parent',
              path: 'with',
              loader: () => {
                calls.push('parent');
                return 'parent';
              },
              children: [
                {
                  id: 'child',
                  path: ':slug',
                  loader: ({ params }) => {
                    calls.push(`child ${params.slug}`);
                    return 'child';
                  },
                  Component: Shown,
                },
              ],
            },
            {
              id: 'page',
              path: ':slug',
              lazy: async () => ({
                loader: async ({ params, request }: { params: { slug?: string }; request: Request }) => {
                  calls.push(`page ${params.slug}${new URL(request.url).search}`);
                  if (params.slug?.startsWith('slow')) {
                    await new Promise<void>((open) => {
                      gates.set(params.slug!, open);
                    });
                  }
                  if (request.signal.aborted) {
                    calls.push(`aborted ${params.slug}`);
                  }
                  if (broken) throw new Error('out of order');
                  return new URL(request.url).search;
                },
                Component: Shown,
              }),
            },
          ],
        },
      ],
    },
  ];
}

let router: DataRouter;
beforeEach(async () => {
  calls = [];
  broken = false;
  history.replaceState(null, '', '/en');
  router = createSiteRouter(routes(), { loaderData: { root: 'root', list: 'hydrated' } });
  render(<RouterProvider router={router} />);
});
afterEach(cleanup);

const title = () => screen.getByRole('heading').textContent;
const to = (address: string) => act(() => router.navigate(address));

it('takes over the page the server made, without reading anything again', () => {
  expect(title()).toBe(' hydrated');
  expect(calls).toEqual([]);
});

it('shows another page, reads only what that page needs, and writes it into the history', async () => {
  await to('/en/a?page=2');
  expect(title()).toBe('a ?page=2');
  expect(calls).toEqual(['page a?page=2']);
  expect(location.pathname + location.search).toBe('/en/a?page=2');
});

it('reads a page again when its parameters or the query change, not for a place in the page', async () => {
  await to('/en/a');
  await to('/en/b');
  await to('/en/b?page=2');
  await to('/en/b?page=2#end');
  expect(calls).toEqual(['page a', 'page b', 'page b?page=2']);
  expect(location.hash).toBe('#end');
});

it('goes back', async () => {
  await to('/en/a');
  await to('/en/b');
  history.replaceState({ key: 'earlier' }, '', '/en/a');
  await act(async () => {
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(await screen.findByText('a')).toBeTruthy();
  expect([router.state.historyAction, router.state.location.key]).toEqual(['POP', 'earlier']);
});

it('lets the newest of several navigations win', async () => {
  const first = router.navigate('/en/slow-1');
  await waitFor('slow-1');
  expect(router.state.navigation.state).toBe('loading');
  await to('/en/b');
  await act(async () => {
    gates.get('slow-1')?.();
    await first;
  });
  expect(title()).toBe('b ');
  expect(calls).toContain('aborted slow-1');
  expect(location.pathname).toBe('/en/b');
});

it('goes on reading a page anew while a place in it is gone to, and stays there', async () => {
  const opened = router.navigate('/en/slow-2');
  await waitFor('slow-2');
  gates.get('slow-2')?.();
  await act(() => opened);
  gates.delete('slow-2');
  const again = router.revalidate();
  await waitFor('slow-2');
  await to('/en/slow-2#end');
  expect(router.state.revalidation).toBe('loading');
  await act(async () => {
    gates.get('slow-2')?.();
    await again;
  });
  expect(calls).not.toContain('aborted slow-2');
  expect([router.state.revalidation, router.state.location.hash, location.hash]).toEqual(['idle', '#end', '#end']);
});

it('begins a navigation anew where all is to be read anew meanwhile: what it had read may be out of date', async () => {
  const going = router.navigate('/en/slow-3');
  await waitFor('slow-3');
  const open = gates.get('slow-3')!;
  gates.delete('slow-3');
  const again = router.revalidate();
  await waitFor('slow-3');
  await act(async () => {
    open();
    gates.get('slow-3')?.();
    await Promise.all([going, again]);
  });
  expect(calls).toEqual(['page slow-3', 'page slow-3', 'aborted slow-3']);
  expect([title(), location.pathname, router.state.navigation.state, history.state]).toEqual([
    'slow-3 ',
    '/en/slow-3',
    'idle',
    { usr: null, key: router.state.location.key },
  ]);
});

it('reads anew what a navigation that comes in between would not have read', async () => {
  await to('/en/with/first');
  calls = [];
  await act(() => Promise.all([router.revalidate(), router.navigate('/en/with/other')]));
  expect(calls).toEqual(['parent', 'child first', 'parent', 'child other']);
  expect([router.state.revalidation, title()]).toEqual(['idle', 'other child']);
  calls = [];
  await to('/en/with/third');
  expect(calls).toEqual(['child third']);
});

it('reads anew although the navigation that did so gives way to a place in the page', async () => {
  await to('/en/a');
  const going = router.navigate('/en/slow-5');
  await waitFor('slow-5');
  const open = gates.get('slow-5')!;
  gates.delete('slow-5');
  const again = router.revalidate();
  await waitFor('slow-5');
  calls = [];
  await to('/en/a#end');
  await act(async () => {
    open();
    gates.get('slow-5')?.();
    await Promise.all([going, again]);
  });
  expect(calls).toContain('page a');
  expect([
    title(),
    location.pathname + location.hash,
    router.state.revalidation,
    router.state.navigation.state,
  ]).toEqual(['a ', '/en/a#end', 'idle', 'idle']);
});

it('shows the error boundary inside the frame when a page cannot be read, and the page once it can', async () => {
  broken = true;
  await to('/en/a');
  const retry = screen.getByRole('button', { name: 'out of order' });
  expect(screen.getByRole('navigation')).toBeTruthy();
  broken = false;
  await act(async () => {
    retry.click();
  });
  expect(await screen.findByRole('heading')).toBeTruthy();
  expect(title()).toBe('a ');
  expect(router.state.errors).toBeNull();
});

it('shows the page that was read anew also where React draws its beginning and its end at once', async () => {
  broken = true;
  await to('/en/a');
  broken = false;
  await act(() => router.revalidate());
  expect(screen.queryByRole('button')).toBeNull();
  expect(title()).toBe('a ');
});

it('shows the error boundary when the code of a page does not come', async () => {
  await to('/en/lost/a');
  expect(screen.getByRole('button').textContent).toBe('the code of the page did not come');
});

it.each(['old', 'thrown'])('follows a redirect: %s', async (how) => {
  await to(`/en/${how}/b`);
  expect(title()).toBe('b ');
  expect(location.pathname).toBe('/en/b');
});

it('follows links, and replaces the entry of an address that is shown already', async () => {
  await act(async () => {
    screen.getByText('to b').click();
  });
  expect(await screen.findByText(/page=2/)).toBeTruthy();
  const entries = history.length;
  await to('/en/b?page=2');
  expect(history.length).toBe(entries);
  expect(router.state.historyAction).toBe('REPLACE');
});

it('says of which page the window is to stay where it is', async () => {
  await act(() => router.navigate('/en/b', { preventScrollReset: true }));
  expect(router.state.preventScrollReset).toBe(true);
  await to('/en/c');
  expect(router.state.preventScrollReset).toBe(false);
});

async function waitFor(gate: string): Promise<void> {
  while (!gates.has(gate)) {
    await act(async () => {
      await Promise.resolve();
    });
  }
}
