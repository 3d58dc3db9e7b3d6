import { z } from 'zod';

/** The proof a change needs besides a session: the password once more. */
export const PasswordProof = z.object({ password: z.string().max(512) });

export const PasswordChange = z.object({
  current_password: z.string().max(512),
  password: z.string().max(512),
  password_confirmation: z.string().max(512),
  /** Whether programs go on with the caller’s API keys; without it all of them end. */
  keep_api_keys: z.boolean().default(false),
});

export const EmailChange = z.object({ email: z.string().max(320), password: z.string().max(512) });
export const EmailChangeAnswer = z.object({
  message: z.string(),
  /** The address that waits to be confirmed; null where the address asked for is the one in use. */
  pending_email: z.string().nullable(),
});

/** A device that is signed in. */
export const SessionEntry = z.object({
  id: z.int(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** As they call themselves, for example `Firefox` and `Android`; null where the agent says nothing known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  device: z.enum(['desktop', 'mobile', 'tablet', 'other']),
  /** The network address, its last part left out; null where none was kept. */
  address: z.string().nullable(),
  created_at: z.string(),
  used_at: z.string(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;

/** How a member proves who they are besides the password. */
export const TwoFactor = z.object({
  totp: z.boolean(),
  /** Recovery codes that have not been used. */
  recovery_codes: z.int(),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), created_at: z.string(), used_at: z.string().nullable() })),
});
export type TwoFactor = z.infer<typeof TwoFactor>;

/** The secret an authenticator app is given; shown once. */
export const TotpSecret = z.object({
  /** Base32, as it is typed. */
  secret: z.string(),
  /** `otpauth://…`, as a link on a telephone. */
  url: z.string(),
  /** The same as a picture, black on white. */
  svg: z.string(),
});
export type TotpSecret = z.infer<typeof TotpSecret>;

export const TotpCode = z.object({ code: z.string().max(20) });
/** New recovery codes, shown once; the older ones are no longer good. Null: those that were made before stay good. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()).nullable() });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** The options for `navigator.credentials.create`, as JSON (WebAuthn 3, `PublicKeyCredentialCreationOptionsJSON`). */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
/** A new passkey: how its owner calls it, and what the browser answered, as JSON (`RegistrationResponseJSON`). */
export const PasskeyDraft = z.object({
  name: z.string().trim().min(1).max(60),
  response: z.looseObject({ id: z.string().max(2000), rawId: z.string().max(2000), type: z.literal('public-key'), response: z.looseObject({ clientDataJSON: z.string().max(20_000), attestationObject: z.string().max(200_000) }) }),
});
