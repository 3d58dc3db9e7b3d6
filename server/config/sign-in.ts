import { existsSync } from 'node:fs';
import { z } from 'zod';
import { USER_ROLES } from '#contract/accounts.ts';
import { PROVIDER_ID } from '#contract/sign-in.ts';
import type { ConfigIssue } from './errors.ts';
import { uploadedBlob } from './uploaded-picture.ts';
import { address } from './values.ts';

/** Values that a provider says of someone, a group or a role there, and the role they have here. */
const RolesByValue = z.record(z.string().min(1).max(200), z.enum(USER_ROLES));
const Claim = z.string().min(1).max(200);
const Header = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,59}$/);

/** One of `signIn.providers` of a site's file. */
export const Provider = z.strictObject({
  id: z
    .string()
    .regex(PROVIDER_ID)
    .describe('Names it in addresses: the redirect address registered there is `{url}/sign-in/{id}`.'),
  name: z.string().min(1).max(60).describe('What its button says.'),
  icon: z
    .string()
    .max(1000)
    .default('')
    .describe(
      'A small square picture for its button: the path of a PNG, JPEG, WebP or AVIF file, from the folder of this file. Empty: a key.',
    ),
  issuer: address('https')
    .refine((url) => !/[?#@]/.test(url), { params: { rule: 'address', scheme: 'https' } })
    .describe(
      'Its issuer, to the letter, as it stands in its discovery document; `{issuer}/.well-known/openid-configuration` is read.',
    ),
  clientId: z.string().min(1).max(500).describe('The name of this site there.'),
  clientSecret: z
    .string()
    .max(2000)
    .default('')
    .describe(
      'The secret that belongs to it. Better by the variable `KOMAWARI_SIGN_IN_SECRET_{ID}` (capitals, dashes as underscores), or in a file. None at all: a public client, protected by PKCE alone.',
    ),
  clientSecretFile: z
    .string()
    .max(1000)
    .default('')
    .describe(
      'A file that holds the secret and nothing else; `KOMAWARI_SIGN_IN_SECRET_{ID}_FILE` names one, too. Read at each sign-in, so that a new one counts at once.',
    ),
  clientAuth: z
    .enum(['basic', 'post'])
    .default('basic')
    .describe('How the secret is sent: `client_secret_basic` or `client_secret_post`.'),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))
    .default(['openid', 'profile', 'email'])
    .describe('What is asked for; `openid` always is.'),
  register: z
    .boolean()
    .default(true)
    .describe(
      'Whether someone without an account here gets one at their first sign-in, whether or not the site has the feature `register`.',
    ),
  usernameClaim: Claim.default('preferred_username').describe(
    'The claim with the name they would like; they are asked where it is taken or cannot be used.',
  ),
  emailTrusted: z
    .boolean()
    .default(false)
    .describe(
      'Whether a new account’s address counts as verified where the provider says that it verified it. Otherwise a mail asks, as for everyone. An account that is there is never joined by its address alone.',
    ),
  rolesClaim: Claim.default('groups').describe(
    'The claim with groups or roles: a text or a list of them; dots lead inside (`realm_access.roles`).',
  ),
  roles: RolesByValue.default({}).describe(
    'Which of them gives which role here: `{"comics-admins": "admin"}`. The highest counts, at every sign-in; without any a member is `user`. Empty: roles are given here alone.',
  ),
  allowed: z
    .array(z.string().min(1).max(200))
    .default([])
    .describe('Groups or roles of which someone must have one to sign in. Empty: everyone the provider knows.'),
  logout: z
    .boolean()
    .default(true)
    .describe(
      'Whether who logs out here is led on to log out there, where the provider offers it; `{url}/` must be registered there as an address to come back to.',
    ),
  seconds: z.number().int().min(1).max(30).default(5).describe('How long each of its answers may take, in seconds.'),
});
export type Provider = z.infer<typeof Provider> & {
  /** Of one that was set in the page: whether it may be in the network of this machine. Variables and files of secrets are not for it. */
  settled?: { allowPrivate: boolean };
};

/** The version of a button's picture: browsers keep one for an hour, and know another by it. Null for none; a file has no versions. */
export function iconVersion(icon: string): string | null {
  return icon === '' ? null : (uploadedBlob(icon)?.slice(-8) ?? 'file');
}

/** `signIn.proxy` of a site's file. */
export const ProxySignIn = z.strictObject({
  name: z.string().min(1).max(60).describe('What its button says.'),
  header: Header.describe(
    'The header in which a trusted proxy says who asks (`X-Forwarded-User`, `Remote-User`). It is believed only from the addresses of `TRUST_PROXY`, which must be named, not counted; from anyone else it is ignored and counted.',
  ),
  emailHeader: Header.optional().describe('The header with their address.'),
  groupsHeader: Header.optional().describe('The header with their groups, separated by commas.'),
  register: z.boolean().default(true).describe('Whether someone without an account gets one at their first sign-in.'),
  emailTrusted: z.boolean().default(false).describe('Whether a new account’s address counts as verified.'),
  roles: RolesByValue.default({}).describe('Which of the groups gives which role here, as for a provider.'),
  allowed: z
    .array(z.string().min(1).max(200))
    .default([])
    .describe('Groups of which someone must have one. Empty: everyone.'),
  logoutUrl: address('https', '').default('').describe('Where who logs out here is led on to. Empty: nowhere.'),
});
export type ProxySignIn = z.infer<typeof ProxySignIn>;

/** `signIn` of a site's file. */
export const SignIn = z
  .strictObject({
    passwords: z
      .boolean()
      .default(true)
      .describe(
        'Whether members sign in by a password. `false`: by the providers or the proxy alone; `npm run cli -- sign-in NAME` shows a link that lets a member in all the same.',
      ),
    providers: z
      .array(Provider)
      .max(20)
      .default([])
      .describe('OpenID Connect: where else members sign in, in the order of the buttons.'),
    allowPrivate: z
      .boolean()
      .default(false)
      .describe(
        'Whether providers that are set in the page may be on this machine and in its network, and without encryption. Those of this file always may.',
      ),
    proxy: ProxySignIn.optional().describe('A proxy before the site that signs people in and says who they are.'),
  })
  .superRefine(({ passwords, providers, proxy }, { addIssue }) => {
    if (!passwords && providers.length === 0 && proxy === undefined) {
      addIssue({ code: 'custom', path: ['providers'], params: { rule: 'required', other: 'signIn.passwords: false' } });
    }
    for (const [at, { id }] of providers.entries()) {
      if (providers.findIndex((other) => other.id === id) < at) {
        addIssue({ code: 'custom', path: ['providers', at, 'id'], params: { rule: 'twice', value: id } });
      }
    }
  });

/** Secrets of providers that the environment gives, by the id in capitals: the secret, or the file it is in. */
export interface ProviderSecrets {
  values: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

const PREFIX = 'KOMAWARI_SIGN_IN_SECRET_';

/** The secrets of providers among the variables of the environment. */
export function readProviderSecrets(env: Record<string, string | undefined>): ProviderSecrets {
  const given = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith(PREFIX) && value !== undefined && value !== '' ? [[name.slice(PREFIX.length), value] as const] : [],
  );
  const isFile = ([name]: readonly [string, string]) => name.endsWith('_FILE');
  return {
    values: new Map(given.filter((each) => !isFile(each))),
    files: new Map(given.filter(isFile).map(([name, file]) => [name.slice(0, -'_FILE'.length), file])),
  };
}

/** Whether a variable is one that gives the secret of a provider. */
export function isProviderSecret(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** The secret of a provider as text, or the file it has to be read from; null for a public client. */
export function secretSource(
  { values, files }: ProviderSecrets,
  {
    id,
    clientSecret,
    clientSecretFile,
    settled,
  }: Pick<Provider, 'id' | 'clientSecret' | 'clientSecretFile' | 'settled'>,
): { text: string } | { file: string } | null {
  if (settled !== undefined) return clientSecret === '' ? null : { text: clientSecret };
  const name = id.replaceAll('-', '_').toUpperCase();
  const text = values.get(name) ?? clientSecret;
  const file = files.get(name) ?? clientSecretFile;
  return text !== '' ? { text } : file !== '' ? { file } : null;
}

/** The faults of what sites say of signing in elsewhere that other settings decide: a proxy that nobody named, files that are not there. */
export function signInIssues(
  sites: readonly { id: string; signIn: z.infer<typeof SignIn> }[],
  secrets: ProviderSecrets,
  trustProxy: number | readonly string[],
): ConfigIssue[] {
  const proxied = sites.find(({ signIn }) => signIn.proxy !== undefined);
  const untrusted: ConfigIssue[] =
    proxied === undefined || (typeof trustProxy !== 'number' && trustProxy.length > 0)
      ? []
      : [
          typeof trustProxy === 'number'
            ? { name: 'TRUST_PROXY', rule: 'type', params: { expected: 'array' } }
            : { name: 'TRUST_PROXY', rule: 'required', params: { other: `signIn.proxy (${proxied.id})` } },
        ];
  const missing = sites.flatMap(({ signIn }) =>
    signIn.providers.flatMap((provider): ConfigIssue[] => {
      const source = secretSource(secrets, provider);
      return source !== null && 'file' in source && !existsSync(source.file)
        ? [{ name: `signIn.providers.${provider.id}`, rule: 'missing', params: { file: source.file } }]
        : [];
    }),
  );
  return [...untrusted, ...missing];
}
