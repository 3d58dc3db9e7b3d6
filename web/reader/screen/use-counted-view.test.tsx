// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ComicCard } from '#contract/comics.ts';
import { callsInFlight, onCallsInFlight } from '#web/platform/api/api.ts';
import type { ChapterData } from '#web/reader/chapter/chapter-data.ts';
import { useCountedView } from './use-counted-view.ts';

const data: ChapterData = {
  comic: { id: 7, slug: 'luna y sol' } as ComicCard,
  chapter: null,
  previous: null,
  next: null,
  images: [],
  longStrip: false,
  described: false,
  closed: null,
};

function Reading({ of }: { of: ChapterData }) {
  useCountedView(of);
  return <p>{of.comic.slug}</p>;
}

let server: Server;
let said: string[] = [];

beforeAll(async () => {
  server = createServer((request, reply) => {
    said.push(`${request.method} ${request.url?.split('?')[0]}`);
    reply.writeHead(204).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en`;
});
beforeEach(() => {
  said = [];
});
afterEach(cleanup);
afterAll(() => {
  server.close();
});

/** Opens a page made by the server. */
function hydrate(of: ChapterData) {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Reading of={of} />);
  return render(<Reading of={of} />, { container, hydrate: true });
}

it('counts a reader whose page the server made, once, however often it is drawn', async () => {
  const counted = new Promise<void>((resolve) => {
    const stop = onCallsInFlight(() => {
      if (callsInFlight() === 0) {
        stop();
        resolve();
      }
    });
  });
  const { rerender } = hydrate(data);
  rerender(<Reading of={{ ...data, images: [] }} />);
  await counted;
  expect(said).toEqual(['POST /api/comics/luna%20y%20sol/view']);
});

it('counts nothing where the browser asked for the pages itself: the API has', () => {
  render(<Reading of={data} />);
  expect(callsInFlight()).toBe(0);
});

it('counts nothing where the pages are kept from this visitor', () => {
  hydrate({ ...data, closed: { for: 'members', message: 'For members.', asMember: false, until: null } });
  expect(callsInFlight()).toBe(0);
});
