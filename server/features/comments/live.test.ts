import { once } from 'node:events';
import { get, ServerResponse, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '#server/db/database.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { plantComic, plantPicture } from '#server/testing/catalogue.ts';
import { countSteps } from '#server/testing/counting/counted-work.ts';
import { member } from '#server/testing/member.ts';
import { createLive } from './live.ts';
import { watchMany } from './testing/counted-live.ts';

let site: TestApp;
let slug: string;
let comic: number;
let url: string;

beforeAll(async () => {
  site = await testApp({ features: ['comments'], limits: { readsPerMinute: 0, commentSeconds: 0 } });
  const { db, blobs } = site.deps;
  const image = await plantPicture(db, blobs);
  ({ slug, id: comic } = await withTransaction(db, (tx) => plantComic(tx, { title: 'Lighthouse' }, image)));
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}/api/comics/${slug}/comments`;
});
afterAll(() => site.close());

/** Someone who watches, on a connection of their own: what they are told next, and how they leave. */
async function watch() {
  const request = get(`${url}/live`, { agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const parts = answer.setEncoding('utf8')[Symbol.asyncIterator]();
  let text = '';
  return {
    status: answer.statusCode,
    headers: answer.headers,
    async next(): Promise<{ version: number; comments: number; reacted: number } | 'over'> {
      for (;;) {
        const event = /event: changed\ndata: (.*)\n\n/.exec(text);
        if (event) {
          text = text.slice(event.index + event[0].length);
          return JSON.parse(event[1]!);
        }
        const { done, value } = await parts.next();
        if (done) return 'over';
        text += value;
      }
    },
    leave: () => {
      request.destroy();
    },
  };
}

describe('live comments', () => {
  it('tell every watcher where the thread stands, then each change: of this process, and of any other', async () => {
    const watchers = [await watch(), await watch()];
    expect(watchers[0]!.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    for (const watcher of watchers) {
      expect(await watcher.next()).toEqual({ version: 0, comments: 0, reacted: 0 });
    }
    const author = await member(site.deps.db);
    const { id } = (
      await site.app.inject({
        method: 'POST',
        url: `/api/comics/${slug}/comments`,
        headers: author.headers,
        payload: { text: 'first' },
      })
    ).json();
    for (const watcher of watchers) {
      expect(await watcher.next()).toEqual({ version: 1, comments: 1, reacted: 0 });
    }
    await sql`insert into comments (comic_id, text, html) values (${comic}, 'elsewhere', '')`.execute(site.deps.db);
    for (const watcher of watchers) {
      expect(await watcher.next()).toEqual({ version: 2, comments: 2, reacted: 0 });
    }
    await sql`update comments set state = 'hidden' where id = ${id}`.execute(site.deps.db);
    for (const watcher of watchers) {
      expect(await watcher.next()).toMatchObject({ version: expect.any(Number), comments: 1 });
    }
    watchers.forEach(({ leave }) => leave());
  });

  it('tell of reactions at once, and of more of them with the next comment or some seconds later', async () => {
    const { db } = site.deps;
    const watcher = await watch();
    const start = await watcher.next();
    if (start === 'over') throw new Error('nothing is told');
    const { rows } = await sql<{ id: number }>`select id from comments where comic_id = ${comic} order by id`.execute(
      db,
    );
    const { id } = rows.at(-1)!;
    const react = async () =>
      sql`insert into comment_reactions (comment_id, user_id, kind) values (${id}, ${(await member(db)).id}, 1)`.execute(
        db,
      );
    await react();
    expect(await watcher.next()).toEqual({ ...start, reacted: 1 });
    await react();
    await react();
    await sql`insert into comments (comic_id, text, html) values (${comic}, 'meanwhile', '')`.execute(db);
    expect(await watcher.next()).toEqual({ version: start.version + 1, comments: start.comments + 1, reacted: 3 });
    await react();
    expect(await watcher.next()).toMatchObject({ version: start.version + 1, reacted: 4 });
    await sql`delete from comments where text = 'meanwhile'`.execute(db);
    watcher.leave();
  });

  it('tell who comes to a thread while another is looked at how theirs stands, and nothing else before', async () => {
    const live = createLive(site.deps);
    const told = [0, comic].map((thread) => {
      const answer = new ServerResponse({ method: 'GET' } as IncomingMessage);
      const written: string[] = [];
      answer.write = (chunk: string) => written.push(chunk) > 0;
      live.watch(thread, `192.0.2.${thread}`, answer, {});
      return {
        answer,
        data: () => written.flatMap((text) => /^data: (.*)$/m.exec(text)?.[1] ?? []).map((text) => JSON.parse(text)),
      };
    });
    await expect.poll(() => told.map(({ data }) => data().length)).toEqual([1, 1]);
    expect(told.map(({ data }) => data())).toEqual([
      [{ version: 0, comments: 0, reacted: 0 }],
      [{ version: expect.any(Number), comments: 1, reacted: 4 }],
    ]);
    for (const { answer } of told) {
      answer.destroy();
    }
  });

  it('tell a thousand of a change a hundred at a time, with a turn for others between', async () => {
    const live = createLive(site.deps);
    let turn = 0;
    let open = true;
    const nextTurn = () => {
      turn += 1;
      if (open) setImmediate(nextTurn);
    };
    nextTurn();
    const writes = new Map<number, number>();
    let told = 0;
    const answers = Array.from({ length: 1000 }, (_, at) => {
      const answer = new ServerResponse({ method: 'GET' } as IncomingMessage);
      answer.write = (chunk: string) => {
        if (chunk.startsWith('event: changed')) {
          told += 1;
          writes.set(turn, (writes.get(turn) ?? 0) + 1);
        }
        return true;
      };
      live.watch(comic, `192.0.2.${at >> 3}`, answer, {});
      return answer;
    });
    await expect.poll(() => told).toBe(1000);
    writes.clear();
    await sql`insert into comments (comic_id, text, html) values (${comic}, 'for all', '')`.execute(site.deps.db);
    live.announce();
    await expect.poll(() => told).toBe(2000);
    open = false;
    expect(Math.max(...writes.values())).toBeLessThanOrEqual(100);
    for (const answer of answers) {
      answer.destroy();
    }
    await sql`delete from comments where text = 'for all'`.execute(site.deps.db);
  });

  it('cost as much to open where a thousand are open as where none is', async () => {
    const [first, later] = await countSteps(new URL('./testing/counted-live.ts', import.meta.url), watchMany, [
      [100],
      [1000],
    ]);
    expect(later! / first!).toBeLessThan(12);
  });

  it('are held open for one address eight times at most, and end with the server', async () => {
    const watchers = [];
    for (let at = 0; at < 8; at += 1) {
      watchers.push(await watch());
    }
    expect((await watch()).status).toBe(429);
    watchers[0]!.leave();
    await expect
      .poll(async () => {
        const again = await watch();
        if (again.status !== 200) return again.status;
        watchers.push(again);
        return 200;
      })
      .toBe(200);
    const last = watchers.at(-1)!;
    expect(await last.next()).toMatchObject({ comments: 1 });
    await site.app.close();
    expect(await last.next()).toBe('over');
  });
});
