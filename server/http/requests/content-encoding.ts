import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Adds to what an answer is said to differ by that it comes in the encoding a caller takes. */
export function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  if (vary === undefined) {
    void reply.header('vary', 'Accept-Encoding');
  } else if (!String(vary).includes('Accept-Encoding')) {
    void reply.header('vary', `${String(vary)}, Accept-Encoding`);
  }
}

/** The best encoding a caller takes: Brotli, gzip, or none. */
export function encodingFor(acceptEncoding: string | string[] | undefined): Encoding {
  const accepted = String(acceptEncoding ?? '');
  if (/\bbr\b(?!\s{0,9};\s{0,9}q=0(?:\.0{0,9})?(?![\d.]))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s{0,9};\s{0,9}q=0(?:\.0{0,9})?(?![\d.]))/.test(accepted) ? 'gzip' : 'identity';
}

/** Whether compressed bytes are sent once, or kept to be sent again. */
type Use = 'once' | 'kept';

/** Bytes that are sent once, and no more than these, are compressed on the main thread: in 2 ms at most, where handing them over costs 0.15. */
const MAX_AT_ONCE = 256 * 1024;

/** From so many bytes on, as a page has, what is sent once costs half as much for a twelfth more bytes: 0.42 instead of 0.85 ms for 147 KB. */
const LARGE = 64 * 1024;

/**
 * Bytes in an encoding; large ones and those that are kept are made beside the main thread. The levels of what is sent `once` cost
 * half of those of what is `kept` to be sent again, and leave a tenth more bytes (decisions/0061).
 */
export async function compress(encoding: Encoding, bytes: Buffer, use: Use): Promise<Buffer> {
  const isHere = use === 'once' && bytes.length <= MAX_AT_ONCE;
  switch (encoding) {
    case 'br': {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: use === 'kept' ? 5 : bytes.length > LARGE ? 1 : 2,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      return isHere ? brotliCompressSync(bytes, { params }) : brotli(bytes, { params });
    }
    case 'gzip': {
      const level = use === 'once' ? 1 : 6;
      return isHere ? gzipSync(bytes, { level }) : zip(bytes, { level });
    }
    case 'identity':
      return bytes;
  }
}

/**
 * The same bytes in every encoding that was asked for. Most are asked for once: who comes first gets them compressed quickly, and
 * from the second on they are compressed well, beside the calls.
 */
export class EncodedBytes {
  private readonly identity: Buffer;
  private readonly first: Use;
  private readonly made = new Map<Encoding, { bytes: Promise<Buffer>; use: Use; best?: Buffer }>();

  /** @param first for which use the first to ask gets them compressed. */
  constructor(identity: Buffer, first: Use = 'once') {
    this.identity = identity;
    this.first = first;
  }

  /** How many they are, not compressed. */
  get size(): number {
    return this.identity.length;
  }

  /** The bytes in an encoding where nothing is left to do for them. */
  ready(encoding: Encoding): Buffer | undefined {
    return encoding === 'identity' ? this.identity : this.made.get(encoding)?.best;
  }

  /** The bytes in an encoding; calls at the same time share the work. */
  async encoded(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.identity;
    const known = this.made.get(encoding);
    if (known === undefined) {
      const bytes = compress(encoding, this.identity, this.first);
      this.made.set(encoding, { bytes, use: this.first });
      return bytes;
    }
    if (known.use === 'once') {
      known.use = 'kept';
      const better = known.bytes.then(() => compress(encoding, this.identity, 'kept'));
      better.then(
        (bytes) => {
          known.bytes = better;
          known.best = bytes;
        },
        () => undefined,
      );
    }
    return known.bytes;
  }
}
