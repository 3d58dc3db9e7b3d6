import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Pages kept by one process take at most this many bytes, all encodings together. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Compressed copies are about this much of a page; counted before they are made. */
const WITH_COPIES = 1.5;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A page ready to be sent: its bytes in every encoding that was asked for, each compressed once. */
export class ReadyPage {
  readonly status: number;
  readonly etag: string;
  /** Headers besides those of the encoding, as Node's flat list. */
  readonly headers: readonly string[];
  /** Until when it may be sent from memory, in milliseconds since 1970. */
  until = 0;
  private readonly ready: Partial<Record<Encoding, Buffer>>;
  private readonly heads: Partial<Record<Encoding, string[]>> = {};
  private readonly making = new Map<Encoding, Promise<Buffer>>();

  constructor(status: number, html: string, headers: readonly string[]) {
    const bytes = Buffer.from(html);
    this.status = status;
    this.headers = headers;
    this.etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    this.ready = { identity: bytes };
  }

  /** Bytes of the page itself. */
  get size(): number {
    return this.ready.identity?.length ?? 0;
  }

  /** The page in an encoding, if it was made already. */
  bytes(encoding: Encoding): Buffer | undefined {
    return this.ready[encoding];
  }

  /** The headers of an answer in an encoding, made once; `length` is of its body. */
  headersFor(encoding: Encoding, length: number): string[] {
    return (this.heads[encoding] ??= [
      ...this.headers,
      'etag',
      this.etag,
      'content-length',
      String(length),
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ]);
  }

  /** The page in an encoding; calls at the same time share the work. */
  async encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.ready[encoding] ?? this.making.get(encoding);
    if (known) return known;
    const made = compress(encoding, this.ready.identity ?? Buffer.alloc(0));
    this.making.set(encoding, made);
    this.ready[encoding] = await made;
    this.making.delete(encoding);
    return made;
  }
}

/** Whole anonymous pages, kept for seconds. The key must say everything a page depends on. */
export interface PageCache {
  /** A page that may still be sent. */
  get(key: string): ReadyPage | undefined;
  /** That page, or a newly made one; calls for the same key at the same time share one. It is kept for `seconds`. */
  load(key: string, make: () => Promise<{ page: ReadyPage; seconds: number }>): Promise<ReadyPage>;
  /** Pages kept now, and about how many bytes they take. */
  size(): { count: number; bytes: number; most_bytes: number };
  /** Forgets every page. */
  empty(): void;
}

/** The cache of whole pages in this process: how much, how often that helped, and how to forget it. */
export interface CachedPages {
  state(): ReturnType<PageCache['size']> & { hits: number; made: number };
  empty(): void;
}

let kept: CachedPages | null = null;

/** Says what this process keeps of pages; who serves the site does. */
export function announcePageCache(pages: CachedPages): void {
  kept = pages;
}

/** The cache of pages in this process; null where it serves none. */
export function cachedPages(): CachedPages | null {
  return kept;
}

/** An empty cache of at most `mostBytes`; the pages not asked for longest go first. */
export function createPageCache(now: () => number = Date.now, mostBytes: number = MAX_BYTES): PageCache {
  const kept = new LRUCache<string, ReadyPage>({
    maxSize: mostBytes,
    sizeCalculation: (page, key) => Math.ceil(page.size * WITH_COPIES) + key.length + 1,
  });
  const making = new Map<string, Promise<ReadyPage>>();
  const get = (key: string) => {
    const page = kept.get(key);
    return page !== undefined && page.until > now() ? page : undefined;
  };
  return {
    get,
    size: () => ({ count: kept.size, bytes: kept.calculatedSize, most_bytes: mostBytes }),
    empty: () => kept.clear(),
    async load(key, make) {
      const known = get(key) ?? making.get(key);
      if (known) return known;
      const made = make()
        .then(({ page, seconds }) => {
          if (seconds > 0) {
            page.until = now() + seconds * 1000;
            kept.set(key, page);
          }
          return page;
        })
        .finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
  };
}

/** The best encoding a caller takes: Brotli, gzip, or none. */
export function encodingFor(acceptEncoding: string | string[] | undefined): Encoding {
  const accepted = String(acceptEncoding ?? '');
  if (/\bbr\b(?!\s{0,9};\s{0,9}q=0(?:\.0{0,9})?(?![\d.]))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s{0,9};\s{0,9}q=0(?:\.0{0,9})?(?![\d.]))/.test(accepted) ? 'gzip' : 'identity';
}

function compress(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
  switch (encoding) {
    // Quality 5 takes half a millisecond more than gzip's 6 and is an eighth smaller; pages live for seconds.
    case 'br':
      return brotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      });
    case 'gzip':
      return zip(bytes, { level: 6 });
    case 'identity':
      return Promise.resolve(bytes);
  }
}
