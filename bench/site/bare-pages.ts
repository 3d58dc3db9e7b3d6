import { createServer } from 'node:http';

/** The least a browser can be given to show pictures: HTML without scripts or styles of ours, and the same bytes. */
export interface BarePages {
  /** One picture. */
  first: string;
  /** Two pictures one over the other, of which any key shows the other. */
  turning: string;
  /** Nothing. */
  empty: string;
  close(): Promise<void>;
}

/** Serves bare pages with pictures of a site; `sources` are at least two paths on `site`. */
export async function serveBarePages(site: string, sources: readonly string[]): Promise<BarePages> {
  const pictures = await Promise.all(
    sources.slice(0, 2).map(async (source) => Buffer.from(await (await fetch(new URL(source, site))).arrayBuffer())),
  );
  const style =
    '<style>html,body{margin:0;background:#000}img{position:absolute;inset:0;margin:auto;height:100vh}</style>';
  const bodies: Record<string, string> = {
    '/first': `<!doctype html><title>first</title>${style}<img src="/0.jpg">`,
    '/turning': `<!doctype html><title>turning</title>${style}<img src="/0.jpg"><img src="/1.jpg" style="visibility:hidden">
      <script>addEventListener('keydown', () => { for (const each of document.images) each.style.visibility = each.style.visibility === 'hidden' ? 'visible' : 'hidden'; document.documentElement.dataset.turns = Number(document.documentElement.dataset.turns ?? 0) + 1; })</script>`,
    '/empty': '<!doctype html><title>empty</title>',
  };
  const server = createServer((request, response) => {
    const picture = pictures[Number(/^\/(\d)\.jpg$/.exec(request.url ?? '')?.[1] ?? NaN)];
    const body = picture ?? bodies[request.url ?? ''];
    response
      .writeHead(body === undefined ? 404 : 200, {
        'content-type': picture ? 'image/jpeg' : 'text/html; charset=utf-8',
      })
      .end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    first: `${url}/first`,
    turning: `${url}/turning`,
    empty: `${url}/empty`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
