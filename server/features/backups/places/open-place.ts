import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { problem } from '#contract/problems.ts';
import type { Config } from '#server/config/config.ts';
import { bucketPlace } from './bucket.ts';
import { folderPlace } from './folder.ts';
import type { Place } from './place.ts';
import { isTar, newTarPlace, openTarPlace } from './tar-file.ts';

/** `s3://bucket` or `s3://bucket/prefix`. */
const BUCKET = /^s3:\/\/([^/]+)(?:\/(.*?))?\/?$/;

/** Whether a place can hold several backups, and what is new beside what it has: all but a single file. */
export function holdsSeveral(where: string): boolean {
  return !where.endsWith('.tar');
}

/** Whether a place is asked by a network. */
export function isInBucket(where: string): boolean {
  return BUCKET.test(where);
}

/** Opens where a backup is to be written: an `s3://` address, a new file that ends in `.tar`, or a folder. */
export async function openPlaceToWrite(where: string, config: Pick<Config, 'backupStore'>): Promise<Place> {
  if (isInBucket(where)) return inBucket(where, config);
  return holdsSeveral(where) ? folderPlace(resolve(where)) : newTarPlace(resolve(where));
}

/**
 * Opens where backups are to be read.
 *
 * @param alone whether nothing else waits for this thread: files are then read at once, which small ones take half the time by.
 * @throws Problem `backup-not-found` where nothing lies that can be one, `backup-cut-off`.
 */
export async function openPlaceToRead(
  where: string,
  config: Pick<Config, 'backupStore'>,
  { alone = false } = {},
): Promise<Place> {
  if (isInBucket(where)) return inBucket(where, config);
  const path = resolve(where);
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) return folderPlace(path, { alone });
  if (found?.isFile() && (await isTar(path))) return openTarPlace(path);
  throw problem('backup-not-found', { path: where });
}

async function inBucket(where: string, { backupStore }: Pick<Config, 'backupStore'>): Promise<Place> {
  const [, bucket = '', prefix = ''] = BUCKET.exec(where) ?? [];
  return bucketPlace({ ...backupStore, bucket, prefix: prefix === '' ? '' : `${prefix}/` });
}
