import { Agent, get } from 'node:http';

/** A client with one connection that stays open. */
export interface KeepAlive {
  /** Milliseconds from the request to the last byte of its answer. @throws on any status but 200. */
  time(url: string): Promise<number>;
  /** The answer's headers and its bytes as they came. @throws on any status but `expected`, which is 200 where nothing is said. */
  fetch(
    url: string,
    headers?: Record<string, string>,
    expected?: number,
  ): Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>;
  close(): void;
}

/** Opens no connection before the first call. */
export function createKeepAlive(): KeepAlive {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const fetch = (url: string, headers: Record<string, string> = {}, expected = 200) =>
    new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
      get(url, { agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () => {
          const body = Buffer.concat(chunks);
          if (answer.statusCode === expected) {
            resolve({ headers: answer.headers, body });
          } else {
            reject(new Error(`${url} answered ${answer.statusCode}: ${body.toString().slice(0, 300)}`));
          }
        });
      }).once('error', reject);
    });
  return {
    fetch,
    async time(url) {
      const started = performance.now();
      await fetch(url);
      return performance.now() - started;
    },
    close: () => agent.destroy(),
  };
}
