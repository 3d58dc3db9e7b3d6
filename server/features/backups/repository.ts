import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import { hashBlob } from '#server/blobs/hashing.ts';
import { FORMAT, Inventory } from './inventory.ts';
import type { Place } from './places/place.ts';
import { Encryption, newSeal, openSeal, UNSEALED, type Seal } from './sealing.ts';

/** Parts of the database, of lists and of files, compressed; and pictures, which are. Each is kept once, by the hash of its bytes. */
export type Kind = 'chunks' | 'blobs';

/** The most bytes that a chunk may have when it is unpacked. */
const MAX_CHUNK = 512 * 1024 ** 2;

const HEAD = 'komawari-backup.json';
const Head = z.object({
  format: z.int(),
  site: z.object({ identity: z.string().max(100), name: z.string().max(200) }),
  encryption: Encryption.nullable(),
});
export type Head = z.infer<typeof Head>;

/** Backups of one site that share what they have in common. */
export interface Repository {
  head: Head;
  place: Place;
  /** Names of the objects of a kind whose hashes begin with two hexadecimal digits, and their sizes. */
  names(kind: Kind, digits: string): Promise<Map<string, number>>;
  nameFor(hash: string): string;
  /** Keeps bytes by their hash; the bytes that the place takes for it. Whether it has them is the caller's to know. */
  put(kind: Kind, hash: string, bytes: Uint8Array): Promise<number>;
  /** The bytes with this hash. @throws Problem `backup-damaged` where they are missing or others. */
  get(kind: Kind, hash: string): Promise<Buffer>;
  remove(kind: Kind, digits: string, name: string): Promise<void>;
  /** The backups in it, the newest first. */
  list(): Promise<string[]>;
  /** @throws Problem `backup-newer`, `backup-damaged`. */
  read(id: string): Promise<Inventory>;
  /** Adds a backup: from now on it is there. */
  add(inventory: Inventory): Promise<void>;
  forget(id: string): Promise<void>;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The hash by which bytes are kept. */
export const hashChunk = (bytes: Uint8Array) => hashBlob(bytes);

/**
 * Opens the repository in a place; `create` makes one where there is none, encrypted where there is a passphrase.
 *
 * @throws Problem `backup-not-found`, `backup-newer`, `backup-damaged`, `backup-passphrase-needed`, `backup-passphrase-wrong`.
 */
export async function openRepository(
  place: Place,
  { path, passphrase, create }: { path: string; passphrase: string | null; create?: Head['site'] },
): Promise<Repository> {
  const found = await place.get(HEAD);
  if (found === null && create === undefined) throw problem('backup-not-found', { path });
  if (found === null) {
    const made = passphrase === null ? null : await newSeal(passphrase);
    const head: Head = { format: FORMAT, site: create!, encryption: made?.encryption ?? null };
    await place.put(HEAD, Buffer.from(JSON.stringify(head, null, 2)));
    return repositoryOver(place, head, made?.seal ?? UNSEALED);
  }
  const head = parse(Head, found, HEAD);
  if (head.encryption === null) return repositoryOver(place, head, UNSEALED);
  if (passphrase === null) {
    throw problem('backup-passphrase-needed', { variable: 'BACKUP_PASSPHRASE', file: 'BACKUP_PASSPHRASE_FILE' });
  }
  return repositoryOver(place, head, await openSeal(head.encryption, passphrase));
}

function repositoryOver(place: Place, head: Head, seal: Seal): Repository {
  const pathFor = (kind: Kind, hash: string) => `${kind}/${hash.slice(0, 2)}/${seal.nameFor(hash)}`;
  const inventoryPath = (id: string) => `snapshots/${id}`;
  return {
    head,
    place,
    nameFor: seal.nameFor,
    async names(kind, digits) {
      const names = new Map<string, number>();
      for await (const { name, size } of place.list(`${kind}/${digits}`)) {
        names.set(name.slice(kind.length + 4), size);
      }
      return names;
    },
    async put(kind, hash, bytes) {
      const packed = kind === 'chunks' ? await compress(bytes) : bytes;
      const path = pathFor(kind, hash);
      const sealed = seal.close(path, packed);
      await place.put(path, sealed);
      return sealed.length;
    },
    async get(kind, hash) {
      const path = pathFor(kind, hash);
      const sealed = await place.get(path);
      const packed = sealed && seal.open(path, sealed);
      const bytes =
        packed &&
        (kind === 'chunks' ? await decompress(packed, { maxOutputLength: MAX_CHUNK }).catch(() => null) : packed);
      if (!bytes || (await hashBlob(bytes)) !== hash) throw problem('backup-damaged', { part: path });
      return bytes;
    },
    remove: (kind, digits, name) => place.remove(`${kind}/${digits}/${name}`),
    async list() {
      const ids: string[] = [];
      for await (const { name } of place.list('snapshots')) {
        ids.push(name.slice('snapshots/'.length));
      }
      return ids.sort().reverse();
    },
    async read(id) {
      const path = inventoryPath(id);
      const sealed = await place.get(path);
      if (sealed === null) throw problem('backup-not-found', { path: id });
      const packed = seal.open(path, sealed);
      const bytes = packed && (await decompress(packed, { maxOutputLength: MAX_CHUNK }).catch(() => null));
      // The first bytes are the hash of the others: bytes that were altered do not go by.
      if (!bytes || !bytes.subarray(0, 32).equals(sha256(bytes.subarray(32)))) {
        throw problem('backup-damaged', { part: path });
      }
      return parse(Inventory, bytes.subarray(32), path);
    },
    async add(inventory) {
      const path = inventoryPath(inventory.id);
      const bytes = Buffer.from(JSON.stringify(inventory));
      await place.put(path, seal.close(path, await compress(Buffer.concat([sha256(bytes), bytes]))));
    },
    forget: (id) => place.remove(inventoryPath(id)),
  };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** The value that an object holds. @throws Problem `backup-newer` where a newer version wrote it, `backup-damaged`. */
function parse<Schema extends z.ZodType>(schema: Schema, bytes: Buffer, part: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw problem('backup-damaged', { part });
  }
  const { format, version = '' } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (typeof format === 'number' && format > FORMAT) throw problem('backup-newer', { version: String(version) });
  const result = schema.safeParse(value);
  if (!result.success) throw problem('backup-damaged', { part });
  return result.data;
}
