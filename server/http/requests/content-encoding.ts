import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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

/**
 * Bytes in an encoding, made beside the main thread. The levels of what is sent `once` cost half of those of what is `kept` to be
 * sent again, and leave a tenth more bytes (decisions/0061).
 */
export function compress(encoding: Encoding, bytes: Buffer, use: 'once' | 'kept'): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: use === 'once' ? 2 : 5,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      });
    case 'gzip':
      return zip(bytes, { level: use === 'once' ? 1 : 6 });
    case 'identity':
      return Promise.resolve(bytes);
  }
}

/** The same bytes in every encoding that was asked for, each compressed once. */
export class EncodedBytes {
  private readonly ready: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
  private readonly making = new Map<Encoding, Promise<Buffer>>();

  constructor(identity: Buffer) {
    this.ready = { identity };
  }

  /** How many they are, not compressed. */
  get size(): number {
    return this.ready.identity.length;
  }

  /** The bytes in an encoding, if they were made already. */
  bytes(encoding: Encoding): Buffer | undefined {
    return this.ready[encoding];
  }

  /** The bytes in an encoding; calls at the same time share the work. */
  async encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.ready[encoding] ?? this.making.get(encoding);
    if (known) return known;
    const made = compress(encoding, this.ready.identity, 'kept');
    this.making.set(encoding, made);
    this.ready[encoding] = await made;
    this.making.delete(encoding);
    return made;
  }
}
