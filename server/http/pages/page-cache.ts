import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { KEPT_WHILE_AWAY } from '#server/db/remembered.ts';
import { EncodedBytes, type Encoding } from '#server/http/requests/content-encoding.ts';

/** Pages kept by one process take at most this many bytes, all encodings together. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Compressed copies are about this much of a page; counted before they are made. */
const WITH_COPIES = 1.5;

/** A page ready to be sent, in every encoding that was asked for. */
export class ReadyPage extends EncodedBytes {
  readonly status: number;
  readonly etag: string;
  /** Headers besides those of the encoding, as Node's flat list. */
  readonly headers: readonly string[];
  /** Until when it may be sent from memory, in milliseconds since 1970. */
  until = 0;
  /** The pattern of its route; undefined where there is none. */
  pattern: string | undefined;
  /** Which state of the site it shows. */
  generation = 0;
  /** The headers that were sent last. */
  private written: { encoding: Encoding; length: number; headers: string[] } | null = null;

  /** @param html in pieces, as they follow each other. */
  constructor(status: number, html: readonly (string | Uint8Array)[], headers: readonly string[]) {
    const bytes = joinBytes(html);
    super(bytes);
    this.status = status;
    this.headers = headers;
    this.etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  }

  /** The headers of an answer in an encoding; `length` is of its body. */
  headersFor(encoding: Encoding, length: number): string[] {
    if (this.written?.encoding === encoding && this.written.length === length) return this.written.headers;
    const headers: string[] = [
      ...this.headers,
      'etag',
      this.etag,
      'content-length',
      String(length),
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ];
    this.written = { encoding, length, headers };
    return headers;
  }
}

/** Texts and bytes as the bytes of one buffer, which is written once. */
function joinBytes(pieces: readonly (string | Uint8Array)[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      at += bytes.write(piece, at);
    } else {
      bytes.set(piece, at);
      at += piece.length;
    }
  }
  return bytes;
}

/** Whole anonymous pages, kept for seconds. The key must say everything a page depends on. */
export interface PageCache {
  /** A page that may still be sent. */
  get(key: string): ReadyPage | undefined;
  /** That page, or a newly made one; calls for the same key at the same time share one. It is kept for `seconds`. */
  load(key: string, make: () => Promise<{ page: ReadyPage; seconds: number }>): Promise<ReadyPage>;
  /** Pages kept now, and about how many bytes they take. */
  size(): { count: number; bytes: number; most_bytes: number };
  /** Forgets every page, and keeps none that is being made. */
  empty(): void;
  /** Has every page made anew when it is next asked for. */
  renew(): void;
}

/** The cache of whole pages in this process: how much, how often that helped, and how to forget it. */
export interface CachedPages {
  state(): ReturnType<PageCache['size']> & { hits: number; made: number };
  empty(): void;
}

let registered: CachedPages | null = null;

/** Says what this process keeps of pages; who serves the site does. */
export function announcePageCache(pages: CachedPages): void {
  registered = pages;
}

/** The cache of pages in this process; null where it serves none. */
export function cachedPages(): CachedPages | null {
  return registered;
}

/** An empty cache of at most `mostBytes`; the pages not asked for longest go first. */
export function createPageCache(now: () => number = Date.now, mostBytes: number = MAX_BYTES): PageCache {
  const cache = new LRUCache<string, ReadyPage>({
    maxSize: mostBytes,
    sizeCalculation: (page, key) => Math.ceil(page.size * WITH_COPIES) + key.length + 1,
  });
  const making = new Map<string, Promise<ReadyPage>>();
  let generation = 1;
  const renew = () => {
    generation += 1;
    // Who asks from now on gets a page that was begun after the change.
    making.clear();
  };
  const get = (key: string) => {
    const page = cache.get(key);
    return page !== undefined && page.generation === generation && page.until > now() ? page : undefined;
  };
  return {
    get,
    size: () => ({ count: cache.size, bytes: cache.calculatedSize, most_bytes: mostBytes }),
    renew,
    empty() {
      renew();
      cache.clear();
    },
    async load(key, make) {
      const known = get(key) ?? making.get(key);
      if (known) return known;
      const begun = generation;
      const made = make()
        .then(({ page, seconds }) => {
          if (seconds > 0 && begun === generation) {
            page.until = now() + seconds * 1000;
            page.generation = begun;
            cache.set(key, page);
          }
          // A page of some minutes ago is better than none; whatever was withdrawn since has been forgotten.
          const former = page.status === 503 ? cache.get(key) : undefined;
          return former !== undefined && former.until + KEPT_WHILE_AWAY > now() ? former : page;
        })
        .finally(() => {
          if (making.get(key) === made) {
            making.delete(key);
          }
        });
      making.set(key, made);
      return made;
    },
  };
}
