import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The host of the site that tells views of its pages to the server below, and asks its visitors first. */
export const ASKING = 'asking.localhost';

/** A server that counts views as Matomo does: what it is told becomes a line of `file`. */
export async function takeViews(file: string, port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      appendFileSync(file, `${request.method} ${request.url} ${body}\n`);
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** The views that were told so far: path and, where a member was named, by what. */
export function reportedViews(): { path: string; user: string | null }[] {
  const file = process.env.KOMAWARI_E2E_VIEWS ?? '';
  // A line counts once it is whole.
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => {
    const [method, path, body] = line.split(' ');
    if (method !== 'POST' || path !== '/matomo.php') throw new Error(`nobody asked for this: ${line}`);
    const told = new URLSearchParams(body);
    return { path: new URL(told.get('url') ?? '').pathname, user: told.get('uid') };
  });
}
