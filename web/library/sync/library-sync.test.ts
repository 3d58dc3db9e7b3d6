// @vitest-environment happy-dom
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OwnUser } from '#contract/accounts.ts';
import type { ProgressDraft } from '#contract/library.ts';
import { callsInFlight } from '#web/platform/api/api.ts';
import { beginSession } from '#web/platform/session/session.ts';
import { startLibrarySync } from './library-sync.ts';
import { progressStore } from '#web/library/progress/progress-store.ts';
import { saveLocalProgress } from '#web/library/progress/local-progress.ts';
import { queueProgress, outboxStore } from '#web/library/progress/progress-outbox.ts';

let server: Server;
/** The requests sent, and the answer that is owed for it. */
const sent: { places: ProgressDraft[]; answer: ServerResponse }[] = [];

beforeAll(async () => {
  server = createServer((request, answer) => {
    if (request.method !== 'PUT') {
      answer.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      return;
    }
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => sent.push({ places: JSON.parse(body) as ProgressDraft[], answer }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/en`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Reads to a page of the chapter, at a time in ms. */
function readTo(page: number, updatedAt: number): void {
  progressStore.change((progress) =>
    saveLocalProgress(progress, { id: 7, slug: 'rain', title: 'Rain' }, '9', {
      page,
      offset: 0,
      maxPage: page,
      pages: 5,
      completedAt: null,
      updatedAt,
    }),
  );
  queueProgress(7, '9');
}

/** Says that the account has the places of a call. */
function answer(call: { answer: ServerResponse }): void {
  call.answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}

it('a place whose call fails while the network comes back is told at once, not at the next occasion', async () => {
  beginSession('token', { id: 1, username: 'ann', settings: { history: true } } as unknown as OwnUser);
  await startLibrarySync(1, () => {});
  readTo(3, 1_000);
  await expect.poll(() => sent).toHaveLength(1);
  window.dispatchEvent(new Event('online'));
  expect(sent).toHaveLength(1);
  sent[0]!.answer.destroy();
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]!.places).toMatchObject([{ comic_id: 7, chapter_id: 9, page: 3 }]);
  answer(sent[1]!);
  await expect.poll(() => outboxStore.get()).toEqual([]);
});

it('a place that cannot be told waits for an occasion, and is not sent over and over', async () => {
  sent.length = 0;
  queueProgress(7, '9');
  await expect.poll(() => sent).toHaveLength(1);
  const failed = new Promise((resolve) => {
    sent[0]!.answer.once('close', resolve);
  });
  sent[0]!.answer.destroy();
  await failed;
  await fetch('/api/account/hidden');
  expect([sent.length, outboxStore.get()]).toEqual([1, ['7:9']]);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => sent).toHaveLength(2);
  answer(sent[1]!);
  await expect.poll(() => outboxStore.get()).toEqual([]);
});

it('a place that is on its way is not sent again when the call before it is answered', async () => {
  sent.length = 0;
  readTo(4, 2_000);
  await expect.poll(() => sent).toHaveLength(1);
  readTo(5, 3_000);
  await expect.poll(() => sent).toHaveLength(2);
  answer(sent[0]!);
  await expect.poll(() => callsInFlight() === 1 || sent.length > 2).toBe(true);
  expect(sent.map(({ places }) => places[0]?.page)).toEqual([4, 5]);
  answer(sent[1]!);
  await expect.poll(() => outboxStore.get()).toEqual([]);
});
