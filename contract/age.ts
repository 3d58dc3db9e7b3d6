import { z } from 'zod';

/** The label of works for adults, as filters read it in pages and in answers (rtalabel.org). */
export const RTA_LABEL = 'RTA-5042-1996-1400-1577-RTA';

/**
 * How visitors show that they may see explicit works: not at all, by saying so, or by the word of a provider of age
 * checks. Each is stricter than the one before.
 */
export const AGE_MODES = ['off', 'self-declaration', 'external'] as const;
export type AgeMode = (typeof AGE_MODES)[number];

/** The request of a visitor who wants to pass: where to go afterwards, a path of this site; anything else leads to the landing page. */
export const AgeBody = z.object({ next: z.string().max(2000).optional() });

/** Where to go on: the page that was wanted, or the provider that checks. */
export const AgeStep = z.object({ location: z.string() });
export type AgeStep = z.infer<typeof AgeStep>;

/** The barrier between the caller and explicit works, and what is kept of their check. */
export const AgeState = z.object({
  mode: z.enum(AGE_MODES),
  /** Whether explicit works are open to the caller: in this browser, or by their account. */
  passed: z.boolean(),
  /** How it was shown, who vouched for it, when, and until when it holds; null without a pass in the account. */
  account: z
    .object({ method: z.string(), provider: z.string().nullable(), at: z.iso.datetime(), expires: z.iso.datetime() })
    .nullable(),
  /** The page of the check. */
  gate_url: z.string(),
});
export type AgeState = z.infer<typeof AgeState>;
