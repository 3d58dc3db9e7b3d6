import { LRUCache } from 'lru-cache';
import { problem } from '#contract/problems.ts';
import { growingTo } from '#server/concurrency/growing-cache.ts';
import { clientConfig } from './s3-client.ts';
import type { S3Options } from './s3.ts';

/** Seconds that a link is good for, at least and at most: links made within a span are the same, so that caches can hold what is behind them. */
const MIN_SECONDS = 300;
const MAX_SECONDS = 600;
const SPAN_MS = (MAX_SECONDS - MIN_SECONDS) * 1000;

/** Seconds for which whoever was sent to a link may keep it: it is still good when they use it last. */
export const KEPT_SECONDS = 240;

/** Links by which anyone fetches one object of a store, for some minutes. */
export interface StoreLinks {
  /**
   * Promises the link to an object, good for 5 to 10 minutes; the store says it is of a type (`image/webp`) and never changes.
   * Throws `storage-unavailable` where the role that has the key cannot be asked.
   */
  link(key: string, type: string): Promise<string>;
}

/**
 * Makes links to a bucket at the address by which browsers reach it. An address whose host begins with the bucket's name
 * is the bucket's own; any other has the bucket in the path.
 *
 * @param now the clock, in milliseconds since 1970.
 */
export async function openStoreLinks(
  { region, bucket, key, secret }: Pick<S3Options, 'region' | 'bucket' | 'key' | 'secret'>,
  address: string,
  now: () => number,
): Promise<StoreLinks> {
  const [{ S3Client, GetObjectCommand }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const own = new URL(address).hostname.startsWith(`${bucket}.`);
  const endpoint = own ? address.replace(`//${bucket}.`, '//') : address;
  const client = new S3Client(clientConfig({ endpoint, region, key, secret, pathStyle: !own }));
  const made = new LRUCache<string, Promise<string>>(growingTo(20_000));
  return {
    link(object, type) {
      const from = Math.floor(now() / SPAN_MS) * SPAN_MS;
      const name = `${from} ${object} ${type}`;
      const before = made.get(name);
      if (before !== undefined) return before;
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: object,
        ResponseContentType: type,
        ResponseCacheControl: 'private, max-age=31536000, immutable',
      });
      const link = getSignedUrl(client, command, { expiresIn: MAX_SECONDS, signingDate: new Date(from) }).catch(() => {
        made.delete(name);
        throw problem('storage-unavailable');
      });
      made.set(name, link);
      return link;
    },
  };
}
