import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from '../servers/connection.ts';

/** Readers of a site, and how long they waited. */
export interface Readers {
  /** Milliseconds of every answer since the last call. */
  taken(): number[];
  /** Requests so far whose answer was none of success, each after the words that `during` was told last. */
  refused: string[];
  /** Says what is going on from now on. */
  during(words: string): void;
  stop(): Promise<void>;
}

/** Milliseconds that a reader looks at something, on average. */
const LOOK = 150;
/** The most pages of lists that readers open. */
const LISTS = 40;
/** Pictures of a list that a reader sees. */
const SEEN = 6;

/**
 * Starts readers, each over a connection of its own: a list with its pictures, a work, its pages and their pictures, by the site and
 * by the API in turns.
 *
 * @throws from `taken` and `stop` where there was no answer.
 */
export async function startReaders(url: string, count: number): Promise<Readers> {
  let times: number[] = [];
  const refused: string[] = [];
  let goingOn = '';
  const refuse = ({ message }: Error, milliseconds: number) =>
    refused.push(`${goingOn}, after ${Math.round(milliseconds)} ms: ${message}`);
  let stopped = false;
  const { last_page: last } = await jsonFrom(url, '/api/comics');
  // A list of the site may have fewer pages than that of the API.
  const lists = Math.min(Math.max(1, Math.floor(last / 2)), LISTS);
  /** The answer to a call that is not timed; null, after a while, where it is refused. */
  async function listed(path: string): Promise<any> {
    const started = performance.now();
    try {
      return await jsonFrom(url, path);
    } catch (error) {
      refuse(error as Error, performance.now() - started);
      await pause(LOOK);
      return null;
    }
  }
  async function read(at: number): Promise<void> {
    const connection = await openConnection(url, { accept: 'text/html,application/json' });
    const ask = async (path: string) => {
      if (stopped) return;
      const started = performance.now();
      await connection.time(path).catch((error: Error) => {
        if (!error.message.includes(' answered ')) throw error;
        refuse(error, performance.now() - started);
      });
      times.push(performance.now() - started);
      await pause(LOOK * (0.5 + Math.random()));
    };
    try {
      for (let turn = at; !stopped; turn += count) {
        const page = (turn % lists) + 1;
        const [site, api] = turn % 2 === 0 ? ['/en/latest', '/en/comic'] : ['/api/comics', '/api/comics'];
        const list = await listed(`/api/comics?page=${page}`);
        if (list === null) continue;
        const slug = list.data[turn % list.data.length].slug as string;
        await ask(page === 1 ? site : `${site}?page=${page}`);
        for (const picture of pictures(list).slice(0, SEEN)) {
          await ask(picture);
        }
        await ask(`${api}/${slug}`);
        for (const picture of pictures(await listed(`/api/comics/${slug}/images?uncounted=1`))) {
          await ask(picture);
        }
      }
    } finally {
      connection.close();
    }
  }
  const running = Promise.all(Array.from({ length: count }, (_, at) => read(at)));
  let failure: unknown;
  running.catch((error: unknown) => {
    failure = error;
  });
  return {
    refused,
    during(words) {
      goingOn = words;
    },
    taken() {
      if (failure !== undefined) throw failure;
      const all = times;
      times = [];
      return all;
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function jsonFrom(url: string, path: string): Promise<any> {
  const answer = await fetch(url + path);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** The paths of the pictures that an answer names. */
export function pictures(answer: unknown): string[] {
  const found = JSON.stringify(answer).matchAll(/\/images\/[0-9a-f]{64}\/\w+\.\w+(?:\?[^"\\]*)?/g);
  return [...new Set([...found].map(([path]) => path))];
}
