import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isProblem, problem } from '#contract/problems.ts';
import { openOutbound } from '#server/http/outbound-http.ts';

/** Most bytes of an answer that is no file: 64 MiB. */
const MAX_ANSWER = 64 * 1024 * 1024;
/** Seconds until another server answers, and between two looks at how fast it does. */
const PATIENCE = 60;
/** Fewest bytes of an answer between two looks: one that drips would never end. */
const MIN_BYTES = 16 * 1024;
/** Most seconds that a server may want to be left alone and is waited for. */
const LONGEST_WAIT = 60;

/** How another server is asked. */
export interface RemoteClient {
  /** Without a slash at the end. */
  address: string;
  headers: Record<string, string>;
  /** Whether it may be on this machine or in its network. */
  local: boolean;
  /** Most bytes of a file. */
  mostBytes: number;
  /** Most pages of a comic that comes page by page. */
  mostPages: number;
  /** Seconds that an answer may take to begin, and in which some of it has to come; 60 where it is not said. */
  patience?: number;
  /** How often a server that wants to be asked less is asked again. */
  again: number;
  signal: AbortSignal;
}

/**
 * The JSON response of another server.
 *
 * @param path from the address on, with its query.
 * @throws Problem `transfer-refused` {status} for its refusals, `transfer-busy` where it wants to be asked less, `transfer-unreachable`
 * where nothing answers, an answer does not come whole or its address may not be called, `transfer-odd` for what is no JSON or too much.
 */
export async function fetchJson<Answer>(asking: RemoteClient, path: string, body?: object): Promise<Answer> {
  const answer = await ask(asking, `${asking.address}${path}`, body);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_ANSWER) throw problem('transfer-odd');
      parts.push(part);
    }
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as Answer;
  } catch (error) {
    asking.signal.throwIfAborted();
    if (isProblem(error)) throw error;
    throw problem(error instanceof SyntaxError ? 'transfer-odd' : 'transfer-unreachable');
  }
}

/**
 * Writes a file of another server; answers its size and its media type as the server has it, or ''.
 *
 * @param most bytes that are wanted.
 * @throws Problem as `fetchJson`; `archive-too-large` {limit} (MiB) for more than is wanted, `storage-full`.
 */
export async function fetchFile(
  asking: RemoteClient,
  url: string,
  path: string,
  most = asking.mostBytes,
): Promise<{ bytes: number; type: string }> {
  const answer = await ask(asking, url);
  let size = 0;
  const counted = new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      done(
        size > most ? problem('archive-too-large', { limit: Math.floor(asking.mostBytes / 1024 ** 2) }) : null,
        part,
      );
    },
  });
  try {
    await pipeline(answer, counted, createWriteStream(path), { signal: asking.signal });
  } catch (error) {
    if (asking.signal.aborted || isProblem(error)) throw error;
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? problem('storage-full')
      : problem('transfer-unreachable');
  }
  return { bytes: size, type: answer.headers['content-type'] ?? '' };
}

/** An answer that is no refusal; a server that is busy is asked again after as long as it says. */
async function ask(asking: RemoteClient, url: string, body?: object): Promise<IncomingMessage> {
  for (let before = 0; ; before += 1) {
    const answer = await open(asking, url, body);
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status <= 299) return watch(answer, asking);
    answer.destroy();
    if (status !== 429) throw problem('transfer-refused', { status });
    const said = answer.headers['retry-after'] ?? '';
    const seconds = /^\d{1,5}$/.test(said) ? Number(said) : 5 * 2 ** before;
    if (before >= asking.again || seconds > LONGEST_WAIT) throw problem('transfer-busy');
    await pause(seconds * 1000, null, { signal: asking.signal });
  }
}

/** Ends an answer that comes too slowly, or that nobody waits for any more. */
function watch(answer: IncomingMessage, { patience = PATIENCE }: RemoteClient): IncomingMessage {
  const { socket } = answer;
  let before = socket.bytesRead;
  const looking = setInterval(() => {
    if (socket.bytesRead - before < MIN_BYTES) {
      answer.destroy(problem('transfer-unreachable'));
    }
    before = socket.bytesRead;
  }, patience * 1000);
  answer.once('close', () => clearInterval(looking));
  return answer;
}

async function open(
  { headers, local, patience = PATIENCE, signal }: RemoteClient,
  url: string,
  body?: object,
): Promise<IncomingMessage> {
  signal.throwIfAborted();
  return openOutbound(url, {
    method: body === undefined ? 'GET' : 'POST',
    seconds: patience,
    local,
    signal,
    headers: {
      accept: 'application/json, */*',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
  }).catch(() => {
    signal.throwIfAborted();
    throw problem('transfer-unreachable');
  });
}
