import { z } from 'zod';
import { typedNumber, typedVolume } from './chapter-editing.ts';

/** Most chapters that are renumbered at once. */
export const MAX_RENUMBERED = 5_000;

/**
 * Body of `PUT /api/admin/comics/{slug}/chapters/numbers`: the numbers and volumes that some chapters have from now on, all of them or none.
 * 409 `chapter-numbers-clash` where two chapters of one group, or without any, would become versions of each other.
 */
export const Renumbering = z.object({
  version: z.int(),
  chapters: z
    .array(z.object({ id: z.int().min(1).max(2_147_483_647), number: typedNumber, volume: typedVolume }))
    .min(1)
    .max(MAX_RENUMBERED),
});
export type Renumbering = z.infer<typeof Renumbering>;

/** A number of a chapter that counts. */
const PLAIN = /^\d{1,9}(\.\d{1,6})?$/;

/**
 * The number of a chapter after `by` was added to it, in as many digits as it has before its point; one that does not count ("extra")
 * stays. Null where it would be less than 0.
 */
export function shiftNumber(number: string, by: number): string | null {
  if (!PLAIN.test(number)) return number;
  const shifted = Math.round((Number(number) + by) * 1e6) / 1e6;
  if (shifted < 0) return null;
  const [whole = '', part] = String(shifted).split('.');
  const digits = number.startsWith('0') ? whole.padStart(number.split('.')[0]!.length, '0') : whole;
  return part === undefined ? digits : `${digits}.${part}`;
}
