// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { FEATURES, type Feature } from '#contract/site.ts';
import type { UploadChapter, UploadWork } from '#contract/uploads.ts';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { ROOT_ROUTE } from '#web/platform/page/root-data.ts';
import { ChapterList } from './chapter-list.tsx';
import { UploadProvider, type Uploading } from './use-upload.tsx';
import { useSaving } from './use-saving.ts';
import type { WorkEdits } from './upload-choices.ts';
import { WorkForm } from './work-form.tsx';

let server: Server;
let asked: string[] = [];

const chapter = {
  id: 1,
  name: 'Rain',
  number: '1',
  groups: null,
  credits: [],
  premium_until: null,
  replaces: null,
  pages: 0,
  missing: 0,
  cover: null,
  page_ids: [],
} satisfies UploadChapter;
const work = {
  id: 1,
  version: 1,
  title: 'Rain',
  alternative_title: null,
  description: null,
  translations: {},
  language: 'en',
  rating: 'safe',
  direction: 'ltr',
  status: null,
  translated: false,
  speechless: false,
  rewritten: false,
  premium: true,
  premium_until: null,
  released_on: null,
  terms: {},
  cover_page: null,
  series: false,
  comic: null,
  duplicates: [],
  chapters: [chapter],
  became: null,
} as unknown as UploadWork;

beforeAll(async () => {
  setMessages(
    'en',
    Object.assign(
      {},
      ...['en', 'en.staff'].map((name) => JSON.parse(readFileSync(`messages/generated/${name}.json`, 'utf8'))),
    ),
  );
  server = createServer((request, reply) => {
    asked.push(new URL(request.url ?? '', 'http://comics.test').pathname);
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: [], total: 0 }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en/upload/1`;
});
beforeEach(() => {
  asked = [];
});
afterEach(cleanup);
afterAll(() => server.close());

function Shown() {
  const saving = useSaving<WorkEdits>(async () => {});
  const uploading = { upload: { id: 1, works: [work] }, limits: {}, pending: new Set() } as unknown as Uploading;
  return (
    <UploadProvider value={uploading}>
      <WorkForm work={work} saving={saving} added={false} />
      <ChapterList work={work} title="Rain" cover={null} onCover={() => {}} />
    </UploadProvider>
  );
}

async function show(features: readonly Feature[]) {
  const site = { features, locales: ['en'] };
  render(
    <RouterProvider
      router={createMemoryRouter(
        [{ id: ROOT_ROUTE, path: '/:lang', Component: Shown, loader: () => ({ site }), HydrateFallback: () => null }],
        { initialEntries: ['/en'] },
      )}
    />,
  );
  await screen.findByLabelText('Title');
}

it('asks for everything that the site has', async () => {
  await show(FEATURES);
  for (const label of ['Language', 'Tags', 'Groups of this chapter']) {
    expect(screen.getAllByLabelText(label)).not.toHaveLength(0);
  }
  await waitFor(() => expect(asked).toContain('/api/languages'));
});

it('asks for nothing that the site does not have', async () => {
  await show([]);
  for (const label of ['Language', 'Tags', 'Groups of this chapter', /Premium/]) {
    expect(screen.queryAllByLabelText(label)).toEqual([]);
  }
  expect(asked).toEqual([]);
});
