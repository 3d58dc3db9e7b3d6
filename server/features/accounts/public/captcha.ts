import { createHmac } from 'node:crypto';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { CaptchaChallenge, type CaptchaFor } from '#contract/accounts.ts';
import { Problem } from '#contract/problems.ts';
import { hashSecret } from '#server/db/queries/sessions.ts';
import { useOnce } from '#server/db/queries/throttles.ts';
import type { Deps } from '#server/deps.ts';
import type { Site } from '#server/config/site-file.ts';

/** Seconds a challenge may be answered. */
const GOOD_FOR = 300;
/** Rounds of PBKDF2 for each key that is tried: some milliseconds on a telephone. */
const ROUNDS = 2000;

/**
 * A proof of work for one purpose, good for five minutes. Nothing of it is kept: it carries our signature.
 *
 * @param site its `limits.captcha` is how many keys must be tried at most; at least half of them, so the work is bounded both ways.
 */
export async function createCaptcha(
  { secret, now }: Pick<Deps, 'secret' | 'now'>,
  site: Site,
  purpose: CaptchaFor,
): Promise<CaptchaChallenge> {
  const most = site.limits.captcha;
  return CaptchaChallenge.parse(
    await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: ROUNDS,
      counter: randomInt(most, Math.ceil(most / 2)),
      // The device says how far it is.
      data: { for: purpose, tries: most },
      expiresAt: Math.floor(now().getTime() / 1000) + GOOD_FOR,
      deriveKey,
      ...deriveSecrets(secret),
    }),
  );
}

/**
 * Lets a request go on whose captcha is solved: ours, for this purpose, in time, and not used before.
 *
 * @throws Problem `captcha-required` without an answer, `captcha-wrong` for any that is not good.
 */
export async function requireCaptcha(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  purpose: CaptchaFor,
  answer: string | undefined,
): Promise<void> {
  if (answer === undefined || answer === '') {
    throw new Problem('captcha-required', {}, { captcha: [{ rule: 'required' }] });
  }
  const given = parsePayload(answer);
  const good =
    given !== null &&
    given.challenge.parameters.data?.for === purpose &&
    (
      await verifySolution({
        challenge: given.challenge as never,
        solution: given.solution,
        deriveKey,
        ...deriveSecrets(secret),
      }).catch(() => null)
    )?.verified === true &&
    (await useOnce(db, hashSecret(`captcha ${given.challenge.signature ?? ''}`), GOOD_FOR + 60));
  if (!good) throw new Problem('captcha-wrong', {}, { captcha: [{ rule: 'captcha' }] });
}

const Payload = z.object({
  challenge: CaptchaChallenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

function parsePayload(answer: string): z.infer<typeof Payload> | null {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(answer, 'base64').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

function deriveSecrets(secret: string): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const of = (use: string) => createHmac('sha256', secret).update(`captcha ${use}`).digest('hex');
  return { hmacSignatureSecret: of('challenge'), hmacKeySignatureSecret: of('key') };
}
