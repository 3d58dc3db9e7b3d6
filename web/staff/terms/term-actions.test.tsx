// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { AdminTerm } from '#contract/term-editing.ts';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { TermActs } from './term-actions.tsx';

const term = (id: number, name: string) =>
  ({
    id,
    name,
    slug: name.toLowerCase(),
    forbidden: false,
    comics_count: 2,
    merging_into: null,
  }) as unknown as AdminTerm;
let server: Server;
const merges: ServerResponse[] = [];

beforeAll(async () => {
  setMessages(
    'en',
    Object.assign(
      {},
      ...['en', 'en.staff'].map((name) => JSON.parse(readFileSync(`messages/generated/${name}.json`, 'utf8'))),
    ),
  );
  server = createServer((request, reply) => {
    if (request.method === 'POST') {
      merges.push(reply);
      return;
    }
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: [term(2, 'Ghosts')], total: 1 }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en/admin/tags/1`;
});
afterEach(cleanup);
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('a merge is asked for once however often it is pressed, shows that it is on its way, and the page is read anew before the dialog closes', async () => {
  let reads = 0;
  render(
    <RouterProvider
      router={createMemoryRouter(
        [
          {
            id: ROOT_ROUTE,
            path: '/:lang',
            loader: () => {
              reads += 1;
              return { site: { features: [], locales: ['en'] } };
            },
            HydrateFallback: () => null,
            Component: () => <TermActs path="tags" term={term(1, 'Ghost')} />,
          },
        ],
        { initialEntries: ['/en'] },
      )}
    />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Merge into another' }));
  await userEvent.type(screen.getByRole('combobox'), 'gho');
  await userEvent.click(await screen.findByRole('option', { name: /Ghosts/ }));
  const button = screen.getByRole('button', { name: 'Merge' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(merges).toHaveLength(1));
  expect(button.getAttribute('aria-disabled')).toBe('true');
  merges[0]!.writeHead(202, { 'content-type': 'application/json' }).end('{}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([merges.length, reads]).toEqual([1, 2]);
});
