import { expect, it } from 'vitest';
import { checkSignature, imagePath } from './links.ts';

const image = { hash: 'ab'.repeat(32), variant: 'saver', format: 'webp' } as const;
const now = Date.UTC(2026, 5, 1, 12, 30);
const signing = { secret: 'secret', now, hours: 12 };

function parts(path: string) {
  const url = new URL(path, 'https://comics.example');
  return {
    path: url.pathname,
    expires: Number(url.searchParams.get('expires')),
    signature: url.searchParams.get('signature') ?? '',
  };
}

it('gives open pictures an address that never changes', () => {
  expect(imagePath(image, 'public', signing)).toBe(`/images/${image.hash}/saver.webp`);
});

it('signs the others for at least the hours asked, the same address within an hour', () => {
  const signed = parts(imagePath(image, 'signed', signing));
  expect(signed.expires * 1000 - now).toBeGreaterThanOrEqual(12 * 3_600_000);
  expect(parts(imagePath(image, 'signed', { ...signing, now: now + 60_000 }))).toEqual(signed);
  expect(checkSignature(signed.path, signed.expires, signed.signature, signing)).toBe('good');
});

it('refuses an address that ran out, was moved to another picture or time, or was signed by another', () => {
  const { path, expires, signature } = parts(imagePath(image, 'signed', signing));
  expect(checkSignature(path, expires, signature, { ...signing, now: expires * 1000 + 1 })).toBe('expired');
  expect(checkSignature(path.replace('saver', 'original'), expires, signature, signing)).toBe('wrong');
  expect(checkSignature(path, expires + 3600, signature, signing)).toBe('wrong');
  expect(checkSignature(path, expires, signature, { ...signing, secret: 'other' })).toBe('wrong');
  expect(checkSignature(path, expires, '', signing)).toBe('wrong');
});
