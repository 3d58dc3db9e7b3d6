import { isSignature, sign, type Purpose } from '#server/security/signed-token.ts';

/** The pictures made of a page: `original` is the page as it came. */
export const VARIANTS = ['original', 'saver', 'thumb', 'cover320', 'cover640'] as const;
/** The slices of a tall page, counted from 1, and the smaller pictures of the same rows. */
export type SliceName = `slice${number}` | `saver${number}`;
export type Variant = (typeof VARIANTS)[number] | SliceName;

/** Whether a name is that of a picture that a page may have. */
export function isVariant(name: string): name is Variant {
  return (VARIANTS as readonly string[]).includes(name) || /^(slice|saver)[1-9][0-9]?$/.test(name);
}

export interface ImageRef {
  /** SHA-256 of the original's bytes, in hex. */
  hash: string;
  variant: Variant;
  /** Format of this variant, as its file extension. */
  format: string;
}

/** How a picture may be fetched: by anyone who has its address, or for some hours with a signed address. */
export type ImageAccess = 'public' | 'signed';

interface Signing {
  secret: string;
  /** Milliseconds since 1970. */
  now: number;
  /** Hours a signed address stays good, at least. */
  hours: number;
}

const IMAGE: Purpose = { prefix: 'image:', length: 22 };
const HOUR = 3_600_000;

/**
 * The path of a picture.
 *
 * A signed one is good for at least `hours` hours; its end is rounded up to a whole hour, so that all addresses made
 * within an hour are the same and caches can hold them.
 */
export function imagePath(image: ImageRef, access: ImageAccess, signing: Signing): string {
  const path = `/images/${image.hash}/${image.variant}.${image.format}`;
  if (access === 'public') return path;
  const expires = (Math.ceil(signing.now / HOUR) + signing.hours) * 3600;
  return `${path}?expires=${expires}&signature=${sign(signing.secret, IMAGE, `${path}:${expires}`)}`;
}

/**
 * The path of a picture for someone who edits its work: signed, and good wherever the work is on its way. It is good
 * for `hours` hours at least and never longer than one more.
 */
export function editorImagePath(image: ImageRef, { secret, now, hours }: Signing): string {
  const path = `/images/${image.hash}/${image.variant}.${image.format}`;
  const expires = (Math.ceil(now / HOUR) + hours) * 3600;
  return `${path}?expires=${expires}&editor=${sign(secret, IMAGE, `editor:${path}:${expires}`)}`;
}

/** Whether the address of `editorImagePath` is good, has run out, or was never ours. */
export function checkEditorSignature(
  path: string,
  expires: number,
  signature: string,
  signing: Pick<Signing, 'secret' | 'now'>,
): 'good' | 'expired' | 'wrong' {
  return checkSignature(`editor:${path}`, expires, signature, signing);
}

/** Whether a signed address is good, has run out, or was never ours. `expires` is in seconds since 1970. */
export function checkSignature(
  path: string,
  expires: number,
  signature: string,
  signing: Pick<Signing, 'secret' | 'now'>,
): 'good' | 'expired' | 'wrong' {
  if (!isSignature(signing.secret, IMAGE, `${path}:${expires}`, signature)) return 'wrong';
  return expires * 1000 < signing.now ? 'expired' : 'good';
}
