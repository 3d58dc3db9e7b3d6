import { openConnection } from './connection.ts';

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
      const rate = await load(url, seconds);
      if (turn > 0) {
        rates[at]?.push(rate);
      }
    }
  }
  return rates;
}

/** Asks for one page over and over for some seconds. */
async function load(url: string, seconds: number): Promise<number> {
  const { pathname, search } = new URL(url);
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' };
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(url, headers)));
  let requests = 0;
  const started = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() - started < seconds * 1000) {
        await connection.time(pathname + search);
        requests += 1;
      }
    }),
  );
  const took = (performance.now() - started) / 1000;
  for (const connection of connections) {
    connection.close();
  }
  return requests / took;
}
