import Fastify from 'fastify';
import { createKeepAlive } from '../servers/keep-alive.ts';

/**
 * Serves the very bytes of the given pages from memory, and prints its own address when it can: the least a Fastify
 * server does for a page. Each page keeps its path.
 */
export async function sendBytes(urls: readonly string[]): Promise<void> {
  const client = createKeepAlive();
  const app = Fastify();
  for (const url of urls) {
    // The site compresses a page well once it is asked for again: what it sends from then on counts.
    const ask = () => client.fetch(url, { 'accept-encoding': 'gzip' });
    for (let before = 0; before < 3; before += 1) {
      await ask();
    }
    const { body, headers } = await ask();
    const type = String(headers['content-type']);
    const encoding = headers['content-encoding'];
    app.get(new URL(url).pathname, (_request, reply) => {
      void reply.header('content-type', type);
      if (encoding) {
        void reply.header('content-encoding', encoding);
      }
      return reply.send(body);
    });
  }
  client.close();
  process.once('SIGTERM', () => {
    void app.close();
  });
  console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
}
