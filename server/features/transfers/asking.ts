import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isProblem, problem } from '#contract/problems.ts';
import { openOutbound } from '#server/http/outbound-http.ts';

/** Most bytes of an answer that is no file: 64 MiB. */
const MAX_ANSWER = 64 * 1024 * 1024;
/** Seconds until another server answers, and between two parts of a file. */
const PATIENCE = 60;

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
  signal: AbortSignal;
}

/**
 * The JSON response of another server.
 *
 * @param path from the address on, with its query.
 * @throws Problem `transfer-refused` {status} for its refusals, `transfer-unreachable` where nothing answers or its address
 * may not be called, `transfer-odd` for what is no JSON or too much.
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
    throw isProblem(error) ? error : problem('transfer-odd');
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

async function ask({ headers, local, signal }: RemoteClient, url: string, body?: object): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const answer = await openOutbound(url, {
    method: body === undefined ? 'GET' : 'POST',
    seconds: PATIENCE,
    local,
    headers: {
      accept: 'application/json, */*',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
  }).catch(() => {
    throw problem('transfer-unreachable');
  });
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) {
    answer.destroy();
    throw problem('transfer-refused', { status });
  }
  return answer;
}
