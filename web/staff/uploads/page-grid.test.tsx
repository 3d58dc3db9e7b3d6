// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { UploadChapter, UploadedPage, UploadWork } from '#contract/uploads.ts';
import { setMessages } from '#web/platform/i18n/i18n.tsx';
import { PageGrid } from './page-grid.tsx';
import { UploadProvider, type Uploading } from './use-upload.tsx';

/** A call that the site was asked and has not answered. */
interface PendingCall {
  call: string;
  answer: (body: unknown) => void;
}

let server: Server;
let asked: PendingCall[] = [];

beforeAll(async () => {
  setMessages(
    'en',
    Object.assign(
      {},
      ...['en', 'en.staff'].map((name) => JSON.parse(readFileSync(`messages/generated/${name}.json`, 'utf8'))),
    ),
  );
  server = createServer((request, reply) => {
    asked.push({
      call: `${request.method} ${request.url?.split('?')[0]?.replace('/api/admin/uploads/1/', '')}`,
      answer: (body) => {
        reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      },
    });
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
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The `at`-th call of this kind, once it was asked. */
async function call(name: string, at = 0): Promise<PendingCall> {
  const found = () => asked.filter((each) => each.call === name)[at];
  await waitFor(() => expect(found()).toBeDefined());
  return found()!;
}

const page = (id: number, picture: string) =>
  ({
    id,
    name: `${id}.png`,
    missing: null,
    file: id,
    thumb_url: `data:,${picture}`,
    source_url: '',
    width: 200,
    height: 300,
  }) as unknown as UploadedPage;
const work = { id: 1, title: 'Rain', chapters: [] } as unknown as UploadWork;

function Shown({ pages, files = [] }: { pages: number[]; files?: object[] }) {
  const chapter = { id: 5, page_ids: pages } as unknown as UploadChapter;
  const uploading = {
    upload: { id: 1, works: [work], files },
    limits: { partMegabytes: 1 },
    arrange: () => {},
    refresh: async () => {},
  } as unknown as Uploading;
  return (
    <UploadProvider value={uploading}>
      <PageGrid work={work} chapter={chapter} name="Rain" cover={null} onCover={() => {}} chapterName={() => ''} />
    </UploadProvider>
  );
}

const pictures = () => screen.getAllByRole<HTMLImageElement>('img').map(({ src }) => src);
const LIST = 'GET chapters/5/pages';

it('pages that were asked for first and answered last do not take the place of newer ones', async () => {
  const { rerender } = render(<Shown pages={[1]} />);
  const first = await call(LIST);
  rerender(<Shown pages={[1, 2]} />);
  (await call(LIST, 1)).answer([page(1, 'new'), page(2, 'new')]);
  await waitFor(() => expect(pictures()).toEqual(['data:,new', 'data:,new']));
  first.answer([page(1, 'old')]);
  rerender(<Shown pages={[1, 2, 3]} />);
  (await call(LIST, 2)).answer([page(3, 'new')]);
  await waitFor(() => expect(pictures()).toEqual(['data:,new', 'data:,new', 'data:,new']));
});

it('a page that was replaced stays so when pages come that were asked for before', async () => {
  const { rerender, container } = render(<Shown pages={[1]} />);
  (await call(LIST)).answer([page(1, 'torn')]);
  await waitFor(() => expect(pictures()).toEqual(['data:,torn']));
  fireEvent.click(screen.getByRole('button', { name: 'Replace…', hidden: true }));
  fireEvent.change(container.querySelector('input[type=file]')!, {
    target: { files: [new File(['whole'], 'whole.png', { type: 'image/png' })] },
  });
  (await call('POST files')).answer({ id: 9, upload_url: `${window.location.origin}/api/admin/uploads/1/tus/9` });
  await waitFor(() => expect(container.querySelector('.upload-page.is-busy')).toBeTruthy());
  rerender(<Shown pages={[1, 2]} />);
  const before = await call(LIST, 1);
  rerender(<Shown pages={[1, 2]} files={[{ id: 9, state: 'ready' }]} />);
  (await call('PUT pages/1')).answer(page(1, 'whole'));
  await waitFor(() => expect(pictures()).toEqual(['data:,whole']));
  before.answer([page(1, 'torn'), page(2, 'second')]);
  (await call(LIST, 2)).answer([page(1, 'whole'), page(2, 'second')]);
  await waitFor(() => expect(pictures()).toEqual(['data:,whole', 'data:,second']));
});
