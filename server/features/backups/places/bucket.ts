import type { S3ServiceException } from '@aws-sdk/client-s3';
import { problem } from '#contract/problems.ts';
import { clientConfig } from '#server/blobs/s3-client.ts';
import type { NamedStore } from '#server/config/config.ts';
import type { Place } from './place.ts';

/** Milliseconds in which a connection is made, and that a store may be silent. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 30_000;
/** The time by which an object has come or gone as a whole, in milliseconds. */
const WHOLE_MS = 300_000;

/** Where and as whom to reach the store; `prefix` is that of every name. */
type BucketOptions = NamedStore & { bucket: string; prefix: string };

/** Backups in a bucket of an S3-compatible store, under a prefix. */
export async function bucketPlace({ bucket, prefix, ...access }: BucketOptions): Promise<Place> {
  const { S3Client, GetObjectCommand, PutObjectCommand, DeleteObjectCommand, ListObjectsV2Command } =
    await import('@aws-sdk/client-s3');
  const client = new S3Client({
    ...clientConfig(access),
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS, throwOnRequestTimeout: true },
    maxAttempts: 4,
  });
  const refused = (error: unknown): Error => {
    const { name, $metadata } = error as Partial<S3ServiceException>;
    if (isKeyless(error)) {
      return problem('backup-store-keys-missing', {
        key: 'BACKUP_S3_ACCESS_KEY_ID',
        secret: 'BACKUP_S3_SECRET_ACCESS_KEY',
      });
    }
    return $metadata?.httpStatusCode === 507
      ? problem('storage-full')
      : problem('backup-place-unavailable', { path: `s3://${bucket}/${prefix}`, reason: name ?? '' });
  };
  const timed = () => ({ abortSignal: AbortSignal.timeout(WHOLE_MS) });
  const objectAt = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  return {
    async put(name, bytes) {
      const object = { ...objectAt(name), Body: bytes, ContentLength: bytes.length };
      await client.send(new PutObjectCommand(object), timed()).catch((error: unknown) => {
        throw refused(error);
      });
    },
    async get(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand(objectAt(name)), timed());
        return Body === undefined ? null : Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        const { name: code, $metadata } = error as Partial<S3ServiceException>;
        if (code === 'NoSuchKey' || (code !== 'NoSuchBucket' && $metadata?.httpStatusCode === 404)) return null;
        throw refused(error);
      }
    },
    async *list(folder) {
      for (let after: string | undefined; ;) {
        const {
          Contents = [],
          IsTruncated,
          NextContinuationToken,
        } = await client
          .send(
            new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}${folder}/`, ContinuationToken: after }),
            timed(),
          )
          .catch((error: unknown) => {
            throw refused(error);
          });
        for (const { Key = '', Size = 0 } of Contents) {
          yield { name: Key.slice(prefix.length), size: Size };
        }
        if (!IsTruncated) return;
        after = NextContinuationToken;
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(objectAt(name)), timed()).catch((error: unknown) => {
        throw refused(error);
      });
    },
    async settle() {},
    async finish() {},
    async close() {
      client.destroy();
    },
  };
}

/** Whether a store could not be asked because there is neither a key nor a role. */
function isKeyless(error: unknown): boolean {
  return (error as Error).name === 'CredentialsProviderError';
}
