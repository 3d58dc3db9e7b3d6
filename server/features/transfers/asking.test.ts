import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchFile, fetchJson, type RemoteClient } from './asking.ts';
import { listPages, type ListedComic } from './library.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) {
    close();
  }
});

async function asking(answer: (response: ServerResponse) => void, more: Partial<RemoteClient> = {}) {
  const server: Server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: {},
    local: true,
    mostBytes: 1024 ** 2,
    mostPages: 10,
    patience: 0.3,
    again: 0,
    signal: new AbortController().signal,
    ...more,
  };
}

/** Sends a little of something again and again. */
function drip(send: () => void, response: ServerResponse): void {
  const timer = setInterval(send, 20);
  response.on('close', () => clearInterval(timer));
}

describe('another server', () => {
  it('that drips is given up, whether in its head, its answer or a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'komawari-asking-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const body = await asking((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      drip(() => response.write(' '), response);
    });
    await expect(fetchJson(body, '/')).rejects.toMatchObject({ code: 'transfer-unreachable' });
    await expect(fetchFile(body, body.address, join(folder, 'file'))).rejects.toMatchObject({
      code: 'transfer-unreachable',
    });
    const head = await asking((response) => {
      response.socket!.write('HTTP/1.1 200 OK\r\nx-long: ');
      drip(() => response.socket?.write('x'), response);
    });
    await expect(fetchJson(head, '/')).rejects.toMatchObject({ code: 'transfer-unreachable' });
  });

  it('that is slow, but sends enough, is waited for', async () => {
    const client = await asking((response) => {
      let sent = 0;
      drip(() => {
        sent += 1;
        if (sent < 30) {
          response.write(' '.repeat(8_000));
        } else {
          response.end('{"done":true}');
        }
      }, response);
    });
    expect(await fetchJson(client, '/')).toEqual({ done: true });
  });

  it('is let go of at once when nobody waits for it any more, in its answer and before it', async () => {
    const dripping = (response: ServerResponse) => drip(() => response.write(' '.repeat(8_000)), response);
    for (const answer of [dripping, () => {}]) {
      const stop = new AbortController();
      const client = await asking(answer, { patience: 60, signal: stop.signal });
      setTimeout(() => stop.abort(new Error('stopped')), 50);
      await expect(fetchJson(client, '/')).rejects.toThrow('stopped');
    }
  });

  it('whose answer has no end is read no further than 64 MiB', async () => {
    const part = Buffer.alloc(1024 ** 2, ' ');
    const client = await asking((response) => {
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', more);
      more();
    });
    await expect(fetchJson(client, '/')).rejects.toMatchObject({ code: 'transfer-odd' });
  });

  it('that names new comics without end is given up past the most that a library may have', async () => {
    let page = 0;
    const pages: ListedComic[][] = [];
    const list = listPages<{ id: number }>(
      async (at) => {
        page = at;
        return { rows: [{ id: at * 2 }, { id: at * 2 + 1 }], last: false };
      },
      ({ id }) => ({ key: id, title: '' }),
      9,
    );
    await expect(
      (async () => {
        for await (const each of list) {
          pages.push(each);
        }
      })(),
    ).rejects.toMatchObject({ code: 'transfer-odd' });
    expect([page, pages.flat().length]).toEqual([4, 8]);
  });
});
