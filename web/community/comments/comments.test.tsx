// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, useLoaderData } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { commentTarget } from '#web/community/subjects/comment-target.ts';
import { Comments, loadComments } from './comments.tsx';

const PLACE = commentTarget('comics', 'fox', undefined, new URLSearchParams());
const OF = { comments_count: 0 };
let server: Server;
let refused = 0;

beforeAll(async () => {
  setMessages('en', JSON.parse(readFileSync('messages/generated/en.json', 'utf8')));
  server = createServer((_request, reply) => {
    const answer =
      refused === 0
        ? { data: [], total: 0, comments: 0, current_page: 1, last_page: 1 }
        : { code: 'test', message: 'The talk is out of reach.' };
    reply.writeHead(refused || 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en/comic/fox/comments`;
});
afterAll(() => {
  cleanup();
  server.close();
});

function Found() {
  return <Comments place={PLACE} of={OF} found={useLoaderData<typeof loadComments>()} />;
}

it('says under what comments are about that they could not be had, and tries again', async () => {
  refused = 422;
  const site = { features: ['comments'], locales: ['en'], variant: 'comic' };
  render(
    <RouterProvider
      router={createMemoryRouter(
        [
          {
            id: ROOT_ROUTE,
            path: '/:lang',
            loader: () => ({ site }),
            Component: () => (
              <>
                <h1>Fox</h1>
                <Outlet />
              </>
            ),
            HydrateFallback: () => null,
            children: [{ path: 'comments', loader: ({ request }) => loadComments(PLACE, request), Component: Found }],
          },
        ],
        { initialEntries: ['/en/comments'] },
      )}
    />,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('The talk is out of reach.');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Fox');
  refused = 0;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'No comments yet' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('leaves it to the whole page that a comment is not there', async () => {
  refused = 404;
  await expect(loadComments(PLACE, new Request(window.location.href))).rejects.toMatchObject({ status: 404 });
});
