import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';

/** The answer of the provider, as query parameters of the address that it was told to send the visitor back to. */
export const ProviderAnswer = z.object({
  /** As it was sent. */
  state: z.string().max(500),
  /** `under18`: the visitor is not old enough; `failed`: it could not be found out. */
  result: z.enum(['over18', 'under18', 'failed']),
  /** How it was found out, in the provider's words: `document`, `bank-card`. */
  method: z.string().regex(/^[\w.-]{1,60}$/),
  /** Until when it holds, in seconds since 1970. */
  expires: z
    .string()
    .regex(/^\d{1,11}$/)
    .transform(Number),
  /** `answerSignature`. */
  signature: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ProviderAnswer = z.infer<typeof ProviderAnswer>;

/** Where a visitor is sent to be checked: the provider's address with `state`, `return_to`, `lang` and their signature. */
export function providerAddress(
  provider: { url: string; secret: string },
  asked: { state: string; return_to: string; lang: string },
): string {
  const { state, return_to: back, lang } = asked;
  const address = new URL(provider.url);
  const signature = signatureFor(provider.secret, ['komawari age request', state, back, lang]);
  for (const [name, value] of Object.entries({ state, return_to: back, lang, signature })) {
    address.searchParams.set(name, value);
  }
  return address.href;
}

/** The signature an answer of the provider must have: HMAC-SHA256 in hexadecimal. */
export function answerSignature(
  secret: string,
  { state, result, method, expires }: Omit<ProviderAnswer, 'signature'>,
): string {
  return signatureFor(secret, ['komawari age answer', state, result, method, String(expires)]);
}

/** All that is kept of an answer besides what it says. */
export function assertionHash({ state, signature }: ProviderAnswer): string {
  return createHash('sha256').update(`${state}\n${signature}`).digest('hex');
}

/** Lines cannot stand in any of the parts: none of them has line breaks. */
function signatureFor(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('hex');
}
