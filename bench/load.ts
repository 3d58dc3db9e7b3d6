import { connect, type Socket } from 'node:net';

interface Load { requests: number; seconds: number; failed: number }

/** Connections that ask at once, each for the next page when it has the last one. */
const CONNECTIONS = 32;

/**
 * Asks for pages in turns, again and again, and gives the requests a second of each turn, by page.
 *
 * Short turns, so that whatever else this machine does slows all pages alike. The first turn of each is not counted.
 *
 * @throws when an answer is anything but a 200.
 */
export async function loadInTurns(urls: readonly string[], turns: number, seconds: number): Promise<number[][]> {
  const rates: number[][] = urls.map(() => []);
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const [at, url] of urls.entries()) {
      const { requests, seconds: took, failed } = await load(url, seconds);
      if (failed > 0) { throw new Error(`${failed} of ${requests} answers of ${url} were no 200`); }
      if (turn > 0) { rates[at]?.push(requests / took); }
    }
  }
  return rates;
}

/**
 * Asks for one page over and over for some seconds, over connections that stay open.
 *
 * It reads no more of an answer than its status and length, so that the server is what is measured. Answers must have
 * a `content-length`.
 */
async function load(url: string, seconds: number): Promise<Load> {
  const { hostname, port, pathname, search } = new URL(url);
  const question = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept: text/html\r\naccept-encoding: gzip\r\n\r\n`);
  const result: Load = { requests: 0, seconds, failed: 0 };
  const started = performance.now();
  const over = () => performance.now() - started >= seconds * 1000;
  await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(Number(port), hostname, question, result, over)));
  result.seconds = (performance.now() - started) / 1000;
  return result;
}

function ask(port: number, host: string, question: Buffer, result: Load, over: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host, noDelay: true }, () => { socket.write(question); });
    let head = '';
    let left = -1;
    socket.on('data', (chunk) => {
      let got = chunk.length;
      if (left < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) { return; }
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        if (length === undefined) { socket.destroy(new Error(`an answer without a length:\n${head.slice(0, end)}`)); return; }
        if (!head.startsWith('HTTP/1.1 200 ')) { result.failed += 1; }
        left = Number(length);
        got = head.length - end - 4;
        head = '';
      }
      left -= got;
      if (left > 0) { return; }
      left = -1;
      result.requests += 1;
      if (over()) { socket.end(); resolve(); } else { socket.write(question); }
    });
    socket.once('error', reject);
  });
}
