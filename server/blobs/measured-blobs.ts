import { isProblem } from '#contract/problems.ts';
import { storeSeconds, timed } from '#server/metrics/counts.ts';
import { traced } from '#server/tracing/tracing.ts';
import type { Blobs } from './blobs.ts';

/** The same store, each of whose calls is timed under a name; of a stream the time until its first byte can be read. */
export function measuredBlobs(blobs: Blobs, store: string): Blobs {
  const measured = <Value>(operation: string, work: () => Promise<Value>) =>
    timed(
      (outcome, seconds) => storeSeconds.labels(store, operation, outcome).observe(seconds),
      () => traced(`store ${operation}`, () => ({ 'komawari.store': store }), work),
      (error) => !(isProblem(error) && error.code === 'storage-missing'),
    );
  return {
    put: (bytes, known) => measured('put', () => blobs.put(bytes, known)),
    has: (key) => measured('has', () => blobs.has(key)),
    size: (key) => measured('size', () => blobs.size(key)),
    sizes: (keys) => measured('list', () => blobs.sizes(keys)),
    read: (key) => measured('read', () => blobs.read(key)),
    stream: (key, range) => measured('stream', () => blobs.stream(key, range)),
    remove: (key) => measured('remove', () => blobs.remove(key)),
    removeBefore: (key, time) => measured('remove', () => blobs.removeBefore(key, time)),
    before: (time) => blobs.before(time),
    check: () => measured('check', () => blobs.check()),
    close: () => blobs.close(),
  };
}
