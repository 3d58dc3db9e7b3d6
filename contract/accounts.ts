import { z } from 'zod';
import { RATINGS } from './comics.ts';
import { LOCALES } from './locales.ts';
import { THEMES } from './site.ts';

export const USER_ROLES = ['user', 'uploader', 'moderator', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** The facts everyone may know of a member (api-contract, "Account"). */
export const PublicUser = z.object({
  id: z.int(),
  username: z.string(),
  avatar_url: z.string().nullable(),
  role: z.enum(USER_ROLES),
  verified: z.boolean(),
  created_at: z.string(),
});
export type PublicUser = z.infer<typeof PublicUser>;

/** How often a mail says what is new. */
export const DIGEST_INTERVALS = ['off', 'daily', 'weekly'] as const;

/**
 * The titles that a reader wants to see: translated into the language of the page, else the work's own (as for everyone who
 * chose nothing); translated, else in Latin letters; in Latin letters, else as for everyone; always the work's own.
 */
export const TITLE_CHOICES = ['translated', 'translated-latin', 'latin', 'original'] as const;
export type TitleChoice = (typeof TITLE_CHOICES)[number];

/** The covers that are blurred until they are touched: none, those of explicit comics, those of all that are not rated safe. */
export const BLUR_CHOICES = ['none', 'explicit', 'suggestive'] as const;
export type BlurChoice = (typeof BLUR_CHOICES)[number];

/** The choices of a member; each key absent until it was. */
export const AccountSettings = z.strictObject({
  locale: z.enum(LOCALES).optional(),
  theme: z.enum(THEMES).optional(),
  /** Whether every rating is listed. */
  nsfw: z.boolean().optional(),
  /** The ratings that are listed where every rating is; absent: each. */
  ratings: z.array(z.enum(RATINGS)).min(1).max(RATINGS.length).optional(),
  /** The titles that are shown; absent: translated ones. */
  titles: z.enum(TITLE_CHOICES).optional(),
  /** The covers that are blurred; absent: none. */
  blurred: z.enum(BLUR_CHOICES).optional(),
  /** Whether everyone may see the favorites on the profile. */
  public_favorites: z.boolean().optional(),
  /** Whether reading is remembered at all. */
  history: z.boolean().optional(),
  /** Whether reading moves comics between their shelves. */
  shelf_moves: z.boolean().optional(),
  /** Whether comics are suggested by what they read; absent means yes. */
  suggestions: z.boolean().optional(),
  /** Whether comments are shown at all. */
  comments: z.boolean().optional(),
  /** The reader settings a member starts with, as the browser keeps it. */
  reader: z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean(), z.null()])).optional(),
  notifications: z
    .strictObject({
      mail: z.enum(DIGEST_INTERVALS).optional(),
      /** Which kinds are told at all; absent means yes. */
      releases: z.boolean().optional(),
      searches: z.boolean().optional(),
      replies: z.boolean().optional(),
      mentions: z.boolean().optional(),
      reports: z.boolean().optional(),
    })
    .optional(),
});
export type AccountSettings = z.infer<typeof AccountSettings>;

/** A member as only they see themselves. */
export const OwnUser = PublicUser.extend({
  email: z.string(),
  /** An address that waits to be confirmed. */
  pending_email: z.string().nullable(),
  two_factor: z.boolean(),
  /** Whether the operator wants a second factor of this member before anything else may be done as staff. */
  two_factor_owed: z.boolean(),
  /** Whether they can sign in by a password, where the site takes one. */
  has_password: z.boolean(),
  /** The providers by which they can show who they are in place of a password. */
  proven_by: z.array(z.string()),
  /** Whether this member sees no ads on this site. */
  ad_free: z.boolean(),
  unread_notifications: z.int(),
  /** Chapters that came out since their comics are being read; 999 at most, left out on a site without shelves. */
  new_chapters: z.int().optional(),
  /** Whether the terms have changed since they accepted them. */
  terms_due: z.boolean(),
  settings: AccountSettings,
  /** The most that staff lets them see: works up to a rating, without those with one of these terms; null where all. */
  limit: z.object({ rating: z.enum(RATINGS), terms: z.array(z.int()) }).nullable(),
  /** Days in which signing in undoes a deletion of the account; 0: it is final. */
  deletion_days: z.int(),
  /** The name by which the site's analytics may know this member if they agree; left out where it names nobody. */
  analytics_id: z.string().optional(),
});
export type OwnUser = z.infer<typeof OwnUser>;

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
    expiresAt: z
      .number()
      .max(2 ** 40)
      .optional(),
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
  remember_me: z
    .union([z.boolean(), z.literal([0, 1, '0', '1', 'false', 'true'])])
    .default(false)
    .transform((value) => [true, 1, '1', 'true'].includes(value)),
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
export const MessageResponse = z.object({ message: z.string() });
export type MessageResponse = z.infer<typeof MessageResponse>;

/** The end of a session; `location` is where the browser goes to end it at its provider, too. */
export const LogoutAnswer = MessageResponse.extend({ location: z.string().optional() });
export type LogoutAnswer = z.infer<typeof LogoutAnswer>;

export const Verified = MessageResponse.extend({ status: z.enum(['verified', 'already_verified']) });
export type Verified = z.infer<typeof Verified>;

/** A member as their profile shows them. */
export const ProfileUser = PublicUser.extend({
  /** Whether they may no longer sign in, for what they did. */
  banned: z.boolean(),
  /** Favorites the caller would see in lists; null where they are private, but never for their owner. */
  favorites_count: z.int().nullable(),
  /** Comments that are shown. */
  comments_count: z.int(),
});
export type ProfileUser = z.infer<typeof ProfileUser>;

/** The changes that members make to themselves at `PATCH account`, with the password once more; other keys are refused. */
export const AccountPatch = z.object({ username: z.string().optional(), password: z.string().max(512).optional() });

/** The square of an uploaded picture that becomes the avatar, in pixels of the upright picture; without it the middle. */
export const AvatarCrop = z.object({
  x: z.coerce.number().int().min(0).max(65_500).optional(),
  y: z.coerce.number().int().min(0).max(65_500).optional(),
  size: z.coerce.number().int().min(16).max(65_500).optional(),
});
export type AvatarCrop = z.infer<typeof AvatarCrop>;

/** The avatar from now on; null for none. */
export const AvatarAnswer = z.object({ avatar_url: z.string().nullable() });
export type AvatarAnswer = z.infer<typeof AvatarAnswer>;

/** The proof a change needs besides a session: the password once more. */
export const PasswordProof = z.object({ password: z.string().max(512) });
/** `keep_credits`: the member’s name stays in the credits of chapters, leading nowhere; else it goes from them. */
export const AccountDeletion = PasswordProof.extend({ keep_credits: z.boolean().default(false) });

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
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), created_at: z.string(), used_at: z.string().nullable() }),
  ),
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
  response: z.looseObject({
    id: z.string().max(2000),
    rawId: z.string().max(2000),
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: z.string().max(20_000), attestationObject: z.string().max(200_000) }),
  }),
});
