import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { _Object, S3ServiceException } from '@aws-sdk/client-s3';
import { problem } from '#contract/problems.ts';
import { Breaker } from '#server/concurrency/breaker.ts';
import { withTimeout } from '#server/concurrency/with-timeout.ts';
import { checkedKey, FRESH_MS, isBlobKey } from './blobs.ts';
import type { Blobs, ByteRange } from './blobs.ts';
import { hashBlob } from './hashing.ts';
import { clientConfig, type S3Access } from './s3-client.ts';
import { createDirectCaller, DIRECT_COMMANDS, type ObjectAnswer, type ObjectCall } from './s3-direct-calls.ts';

/** A bucket of a store. */
export interface S3Options extends S3Access {
  bucket: string;
  /** The prefix of every key in the bucket, such as `evidence/`; nothing. */
  prefix?: string;
  /** Milliseconds that the store may be silent, before it answers and between two parts of an object; 15,000. */
  silence?: number;
  /** False where much is put at once by who has asked whether it is there: that is not asked again. */
  settled?: boolean;
}

/** A store that has not begun to answer by then is treated as down. */
const CONNECT_MS = 3000;
const ANSWER_MS = 15_000;
/** A call that takes longer lets others be told at once that the store is away, in milliseconds. */
const SLOW_MS = 5_000;
/** The time by which an answer other than an object has come as a whole, in milliseconds. */
const WHOLE_ANSWER_MS = 60_000;

/** Codes of a connection that the store has closed, which Amazon's client calls time-outs, too. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

/** For calls whose answers are small: they may not come in drops. */
const brief = () => ({ abortSignal: AbortSignal.timeout(WHOLE_ANSWER_MS) });

/**
 * The bytes of an object as they come. Only while somebody waits for more does the time run: whoever takes them may be as
 * slow as they want.
 *
 * @throws Problem `storage-unavailable` when the store is silent for so many milliseconds, or the connection breaks.
 */
async function* readParts(body: unknown, milliseconds: number): AsyncGenerator<Buffer> {
  if (!(body instanceof Readable)) throw problem('storage-unavailable');
  const parts = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await withTimeout(milliseconds / 1000, parts.next());
      if (next.done) return;
      yield next.value;
    }
  } catch {
    throw problem('storage-unavailable');
  } finally {
    body.destroy();
  }
}

/** An object as a store sends it: its bytes, how many, and which part of the whole they are. */
interface StoredObject {
  body: unknown;
  length: number | undefined;
  range: string | undefined;
}

/** The status by which a store says that it has no room. */
const FULL = 507;

function toStorageProblem(error: unknown): Error {
  const { name, $metadata } = error as Partial<S3ServiceException>;
  if (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404) {
    return problem('storage-missing');
  }
  if (name === 'Problem') return error as Error;
  return problem($metadata?.httpStatusCode === FULL ? 'storage-full' : 'storage-unavailable');
}

/** Bytes up to which an object is known by its MD5: a millisecond or two. */
const MD5_BYTES = 1024 ** 2;

/** Whether a store names an object by the MD5 of these bytes, as most do: it has what it was sent. Others say nothing by it. */
function isNamedBy(etag: string | undefined, bytes: Uint8Array): boolean {
  return bytes.length <= MD5_BYTES && etag === `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/**
 * Promises blobs in a bucket, one object a key. What a store has of an object that was put is compared before it counts as kept, by
 * the name that the store gives it, or by reading it back: some stores keep other bytes than they were sent, and say nothing.
 */
export async function openS3Blobs({
  bucket,
  prefix = '',
  silence = ANSWER_MS,
  settled = true,
  ...access
}: S3Options): Promise<Blobs> {
  // Loaded only where it is used: it takes more memory than the rest of the storage.
  const {
    S3Client,
    GetObjectCommand,
    HeadObjectCommand,
    PutObjectCommand,
    DeleteObjectCommand,
    HeadBucketCommand,
    ListObjectsV2Command,
  } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    ...clientConfig(access),
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: silence, throwOnRequestTimeout: true },
    maxAttempts: 3,
  });

  const breaker = new Breaker(() => problem('storage-unavailable'));
  /** Asks the store, and notes whether it answers; a call that is not to be slow goes on where it is, but the others are not to wait behind it. */
  async function guarded<Answer>(isQuick: boolean, ask: () => Promise<Answer>): Promise<Answer> {
    breaker.pass();
    const late = isQuick ? setTimeout(() => breaker.fail(), SLOW_MS) : undefined;
    try {
      const answer = await ask();
      breaker.succeed();
      return answer;
    } catch (error) {
      const status = (error as Partial<S3ServiceException>).$metadata?.httpStatusCode ?? 500;
      // A store that is full still reads.
      if (status < 500 || status === FULL) {
        breaker.succeed();
      } else {
        breaker.fail();
      }
      throw error;
    } finally {
      clearTimeout(late);
    }
  }
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        // Each that can be asked for directly is guarded as a whole, whoever asks in the end.
        DIRECT_COMMANDS.has(commandName) ? next(args) : guarded(commandName.startsWith('Head'), () => next(args)),
    { step: 'initialize', name: 'breaker' },
  );
  const askDirectly = createDirectCaller(client);

  const translateErrors = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw toStorageProblem(error);
    }
  };

  /** Asks directly, else by the client. */
  async function ask<Answer>(
    call: ObjectCall,
    read: (answer: ObjectAnswer) => Answer,
    byClient: () => Promise<Answer>,
  ): Promise<Answer> {
    const asked = guarded(call.method === 'GET', async () => {
      const answer = await askDirectly(call).catch((error: NodeJS.ErrnoException) => {
        // A store that hangs is not waited for twice. Where it has closed a connection meanwhile, the client opens another.
        if (error.name === 'TimeoutError' && !CLOSED.has(error.code ?? '')) throw error;
        return null;
      });
      return answer === null ? byClient() : read(answer);
    });
    return translateErrors(asked);
  }

  async function get(key: string, range?: ByteRange): Promise<StoredObject> {
    const object = { Bucket: bucket, Key: prefix + checkedKey(key) };
    const part = range && `bytes=${range.start}-${range.end}`;
    return ask<StoredObject>(
      { method: 'GET', key: object.Key, headers: part === undefined ? {} : { range: part } },
      ({ headers, body }) => ({
        body,
        length: Number(headers['content-length']),
        range: headers['content-range'],
      }),
      async () => {
        const found = await client.send(
          new GetObjectCommand({ ...object, ...(part !== undefined && { Range: part }) }),
        );
        return { body: found.Body, length: found.ContentLength, range: found.ContentRange };
      },
    );
  }

  /** Puts an object; the name that the store gives it. */
  async function putObject(key: string, bytes: Uint8Array): Promise<string | undefined> {
    const object = {
      Bucket: bucket,
      Key: prefix + key,
      Body: bytes,
      ContentLength: bytes.length,
      ContentType: 'application/octet-stream',
    };
    const headers = {
      'content-length': String(bytes.length),
      'content-type': object.ContentType,
      'x-amz-content-sha256': key,
    };
    return ask(
      { method: 'PUT', key: object.Key, headers, body: bytes },
      (answer) => {
        (answer.body as Readable).resume();
        return answer.headers.etag;
      },
      async () => (await client.send(new PutObjectCommand(object))).ETag,
    );
  }

  async function read(key: string): Promise<Buffer> {
    const { body } = await get(key);
    const parts: Buffer[] = [];
    for await (const part of readParts(body, silence)) {
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  async function orMissing<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      const known = toStorageProblem(error);
      if ('code' in known && known.code === 'storage-missing') return null;
      throw known;
    }
  }

  const findHead = async (key: string) =>
    isBlobKey(key)
      ? orMissing(client.send(new HeadObjectCommand({ Bucket: bucket, Key: prefix + key }), brief()))
      : null;

  async function size(key: string): Promise<number | null> {
    return (await findHead(key))?.ContentLength ?? null;
  }

  /** The objects of the store in the order of their keys, from after one on, some hundreds at a time. */
  async function* listed(startAfter?: string): AsyncGenerator<_Object[]> {
    for (let token: string | undefined; ;) {
      const asked = { Bucket: bucket, Prefix: prefix, StartAfter: startAfter, ContinuationToken: token };
      const {
        Contents = [],
        IsTruncated,
        NextContinuationToken,
      } = await translateErrors(client.send(new ListObjectsV2Command(asked), brief()));
      yield Contents;
      if (!IsTruncated) return;
      token = NextContinuationToken;
    }
  }

  async function isKept(key: string): Promise<boolean> {
    const stored = await orMissing(read(key));
    return stored !== null && (await hashBlob(stored)) === key;
  }

  return {
    async put(bytes, known) {
      const key = known ?? (await hashBlob(bytes));
      const there = settled ? await findHead(key) : null;
      const age = Date.now() - (there?.LastModified?.getTime() ?? 0);
      if (age < FRESH_MS && there?.ContentLength === bytes.length && (await isKept(key))) return key;
      const etag = await putObject(key, bytes);
      if (isNamedBy(etag, bytes) || (await isKept(key))) return key;
      await translateErrors(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + key }), brief()));
      throw problem('storage-unavailable');
    },
    size,
    async sizes(keys) {
      const found = new Map<string, number>();
      // By the units of their text, as a bucket lists them.
      const sorted = keys.toSorted();
      const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
      if (!isBlobKey(first)) return found;
      const wanted = new Set(keys);
      // A key stands right after what it begins with.
      for await (const objects of listed(prefix + first.slice(0, -1))) {
        for (const { Key = '', Size } of objects) {
          const key = Key.slice(prefix.length);
          if (key > last) return found;
          if (wanted.has(key) && Size !== undefined) {
            found.set(key, Size);
          }
        }
      }
      return found;
    },
    has: async (key) => (await size(key)) !== null,
    read,
    async stream(key, range) {
      const { body, length, range: part } = await get(key, range);
      const whole = Number(part?.split('/')[1] ?? length);
      return { stream: Readable.from(readParts(body, silence), { objectMode: false }), size: whole };
    },
    async remove(key) {
      if (isBlobKey(key)) {
        await translateErrors(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + key }), brief()));
      }
    },
    async removeBefore(key, time) {
      const head = await findHead(key);
      if (head?.LastModified === undefined || head.LastModified >= time) return false;
      await translateErrors(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + key }), brief()));
      return true;
    },
    async *before(time) {
      for await (const objects of listed()) {
        for (const { Key = '', LastModified } of objects) {
          const key = Key.slice(prefix.length);
          if (isBlobKey(key) && LastModified !== undefined && LastModified < time) {
            yield key;
          }
        }
      }
    },
    async check() {
      // A missing bucket is a storage that cannot be used, not a missing file.
      if ((await orMissing(client.send(new HeadBucketCommand({ Bucket: bucket }), brief()))) === null) {
        throw problem('storage-unavailable');
      }
    },
    async close() {
      client.destroy();
    },
  };
}
