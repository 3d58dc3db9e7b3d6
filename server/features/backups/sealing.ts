import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { problem } from '#contract/problems.ts';

/** How a repository is encrypted: its key, itself encrypted by one that is derived from the passphrase. Bytes are base64. */
export const Encryption = z.strictObject({
  kdf: z.literal('scrypt'),
  n: z
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  r: z.literal(8),
  p: z.literal(1),
  salt: z.base64().max(64),
  key: z.base64().max(128),
});
export type Encryption = z.infer<typeof Encryption>;

/** Encrypts and decrypts the objects of a repository. */
export interface Seal {
  /** The name under which an object with this hash stands: it tells nobody without the passphrase which bytes it has. */
  nameFor(hash: string): string;
  /** Bytes that only `open` reads, and only under the same name. */
  close(name: string, bytes: Uint8Array): Buffer;
  /** The bytes that were sealed under a name; null where they were altered. */
  open(name: string, bytes: Buffer): Buffer | null;
}

/** Objects as they are, of a repository without a passphrase. */
export const UNSEALED: Seal = {
  nameFor: (hash) => hash,
  close: (_name, bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  open: (_name, bytes) => bytes,
};

/** Cost of scrypt: 128 MB and a third of a second for each guess (OWASP: N = 2¹⁷, r = 8, p = 1). */
const N = 2 ** 17;
const NONCE = 12;
const TAG = 16;
const KEY = 'key';

/** Makes the encryption of a new repository. */
export async function newSeal(passphrase: string): Promise<{ encryption: Encryption; seal: Seal }> {
  const master = randomBytes(32);
  const salt = randomBytes(16);
  const wrapped = encrypt(await derive(passphrase, salt, N), KEY, master);
  return {
    encryption: {
      kdf: 'scrypt',
      n: N,
      r: 8,
      p: 1,
      salt: salt.toString('base64'),
      key: wrapped.toString('base64'),
    },
    seal: sealFrom(master),
  };
}

/** Opens that of an old one. @throws Problem `backup-passphrase-wrong`. */
export async function openSeal({ n, salt, key }: Encryption, passphrase: string): Promise<Seal> {
  const master = decrypt(await derive(passphrase, Buffer.from(salt, 'base64'), n), KEY, Buffer.from(key, 'base64'));
  if (master === null) throw problem('backup-passphrase-wrong');
  return sealFrom(master);
}

function sealFrom(master: Buffer): Seal {
  const part = (use: string) => Buffer.from(hkdfSync('sha256', master, '', `komawari backup ${use}`, 32));
  const objects = part('objects');
  const names = part('names');
  return {
    nameFor: (hash) => createHmac('sha256', names).update(hash).digest('hex'),
    close: (name, bytes) => encrypt(objects, name, bytes),
    open: (name, bytes) => decrypt(objects, name, bytes),
  };
}

function derive(passphrase: string, salt: Buffer, n: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cost = { N: n, r: 8, p: 1, maxmem: 256 * n * 8 };
    scrypt(passphrase.normalize('NFKC'), salt, 32, cost, (error, key) => {
      if (error) {
        reject(error);
      } else {
        resolve(key);
      }
    });
  });
}

/** AES-256-GCM: a random nonce, the encrypted bytes, the tag, which covers the name, too. */
function encrypt(key: Buffer, name: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, name: string, bytes: Buffer): Buffer | null {
  if (bytes.length < NONCE + TAG) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
  } catch {
    return null;
  }
}
