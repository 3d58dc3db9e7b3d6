import { LRUCache } from 'lru-cache';
import { growingTo } from '#server/concurrency/growing-cache.ts';
import { isNewsAlone } from '#server/db/following/site-changes.ts';
import { imageRecord, type ImageRecord } from '#server/db/queries/image-access.ts';
import { isAway, KEPT_WHILE_AWAY } from '#server/db/remembered.ts';
import type { Deps } from '#server/deps.ts';

/** How long who may see a picture is remembered, in milliseconds; a change of any process ends it at once (`deps.changes`). */
export const REMEMBERED = 5_000;

/** Pictures and who may see them, as they are now or were before the last change that this process was told of. */
export interface PictureRecords {
  /** A picture by its hash, as `imageRecord`; as it was five minutes ago at most while the database is away. */
  find(hash: string): Promise<ImageRecord | null>;
  close(): void;
}

/** @param most pictures that are remembered. */
export function createPictureRecords(
  { reads, changes }: Pick<Deps, 'reads' | 'changes'>,
  most: number,
): PictureRecords {
  const known = new LRUCache<string, Promise<ImageRecord | null>>({ ...growingTo(most), ttl: REMEMBERED });
  const good = new LRUCache<string, { record: ImageRecord | null }>({ ...growingTo(most), ttl: KEPT_WHILE_AWAY });
  const close = changes.on((areas) => {
    known.clear();
    if (!isNewsAlone(areas)) {
      good.clear();
    }
  });
  return {
    find(hash) {
      const remembered = known.get(hash);
      if (remembered) return remembered;
      const record = imageRecord(reads, hash).then(
        (found) => {
          if (known.peek(hash) === record) {
            good.set(hash, { record: found });
          }
          return found;
        },
        (error: unknown) => {
          const former = isAway(error) ? good.get(hash) : undefined;
          if (former === undefined) throw error;
          return former.record;
        },
      );
      known.set(hash, record);
      record.catch(() => {
        if (known.peek(hash) === record) {
          known.delete(hash);
        }
      });
      return record;
    },
    close,
  };
}
