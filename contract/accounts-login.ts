import { z } from 'zod';
import { OwnUser } from './accounts.ts';

/** The purposes a captcha can be solved for; an answer is good for nothing else. */
export const CAPTCHA_FOR = ['register', 'login', 'reset', 'report'] as const;
export type CaptchaFor = (typeof CAPTCHA_FOR)[number];

/** A proof of work to be done, as ALTCHA (version 2) describes it; `altcha-lib` solves it. */
export const CaptchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    /** Seconds since 1970. */
    expiresAt: z.number().max(2 ** 40).optional(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: z.string().optional(),
});
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>;

/** The answer to a captcha: base64 of the JSON `{challenge, solution}`. */
export const Captcha = z.string().max(4000).optional();

const name = z.string().min(1).max(254);
/** Long enough for what nobody's rules refuse; the rules of new passwords are their own. */
const password = z.string().min(1).max(1000);

export const LoginBody = z.object({
  /** A username or an e-mail address. */
  username: name,
  password,
  /** Also as the numbers and words that forms and older clients send. */
  remember_me: z.union([z.boolean(), z.literal([0, 1, '0', '1', 'false', 'true'])]).default(false).transform((value) => [true, 1, '1', 'true'].includes(value)),
  captcha: Captcha,
});

/** The session a client keeps to call the API as a member. */
export const Auth = z.object({
  access_token: z.string(),
  /** The same, where older clients look for it. */
  'access-token': z.string(),
  token_type: z.literal('bearer'),
  /** Seconds it lives without being used. */
  expires_in: z.int(),
});
export type Auth = z.infer<typeof Auth>;

/** A member and their new session. */
export const SignedIn = z.object({ user: OwnUser, auth: Auth });
export type SignedIn = z.infer<typeof SignedIn>;

export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** The password was right, and a second factor is owed: `token` names this login for five minutes. */
export const SecondStepOwed = z.object({
  two_factor: z.object({
    token: z.string(),
    methods: z.array(z.enum(SECOND_FACTORS)),
    /** The options for `navigator.credentials.get` (WebAuthn, JSON form); only where `methods` has `passkey`. */
    passkey: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type SecondStepOwed = z.infer<typeof SecondStepOwed>;

export const LoginAnswer = z.union([SignedIn, SecondStepOwed]);
export type LoginAnswer = z.infer<typeof LoginAnswer>;

/** One of `code` (six digits), `recovery_code` and `passkey` (what the browser answered, JSON form). */
export const SecondStepBody = z.object({
  token: z.string().min(1).max(100),
  code: z.string().max(20).optional(),
  recovery_code: z.string().max(40).optional(),
  passkey: z.record(z.string(), z.unknown()).optional(),
});

export const RegisterBody = z.object({
  username: name,
  email: name,
  password,
  password_confirmation: z.string().max(1000).default(''),
  captcha: Captcha,
});

export const ResetRequestBody = z.object({ email: name, captcha: Captcha });

export const ResetBody = z.object({
  token: z.string().min(1).max(100),
  email: name,
  password,
  password_confirmation: z.string().max(1000).default(''),
});

export const SetupBody = z.object({
  /** The one of the link that the log showed at the first start. */
  token: z.string().min(1).max(100),
  username: name,
  email: name,
  password,
  /** Compared where it is sent. */
  password_confirmation: z.string().max(1000).optional(),
});

/** A sentence in the caller's language. */
export const Told = z.object({ message: z.string() });
export type Told = z.infer<typeof Told>;

export const Verified = Told.extend({ status: z.enum(['verified', 'already_verified']) });
export type Verified = z.infer<typeof Verified>;
