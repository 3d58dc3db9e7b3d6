import { z } from 'zod';
import type { Provider } from '#server/config/sign-in.ts';
import { fetchFor, isOutOfTime } from '#server/features/accounts/providers/provider-fetch.ts';
import { isRefusedAddress } from '#server/http/outbound-http.ts';

/** One thing that is wrong with a provider; its sentence is `auth.told.provider-check.<fault>`. */
export interface ProviderFault {
  fault:
    'private' | 'plain' | 'unreachable' | 'no-document' | 'issuer' | 'endpoint' | 'keys' | 'method' | 'pkce' | 'scope';
  /** Whether nobody can sign in there. */
  fatal: boolean;
  value: string;
}

const Texts = z.array(z.string());
const Document = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string().optional(),
  jwks_uri: z.string().optional(),
  token_endpoint_auth_methods_supported: Texts.optional(),
  code_challenge_methods_supported: Texts.optional(),
  scopes_supported: Texts.optional(),
});
const Keys = z.looseObject({ keys: z.array(z.unknown()).min(1) });
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/**
 * Reads the discovery document of a provider and its keys, each within its `seconds`, and tells what would keep people from signing
 * in there, or from being known as it is configured. Nothing that it answers is told on but its issuer's name.
 */
export async function checkProvider(provider: Provider): Promise<ProviderFault[]> {
  const { issuer, settled } = provider;
  if (settled?.allowPrivate === false && issuer.startsWith('http:')) return [fatal('plain', issuer)];
  const found = await readJson(provider, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, Document);
  if (!found.ok) return [found.fault];
  const document = found.value;
  const missing = ENDPOINTS.filter((name) => !URL.canParse(document[name] ?? ''));
  const keys = missing.includes('jwks_uri') ? null : await readJson(provider, document.jwks_uri!, Keys);
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = document;
  const method =
    provider.clientSecret === '' && provider.clientSecretFile === '' ? null : `client_secret_${provider.clientAuth}`;
  return [
    ...(document.issuer === issuer ? [] : [fatal('issuer', document.issuer.slice(0, 200))]),
    ...missing.map((name) => fatal('endpoint', name)),
    ...(keys?.ok === false ? [fatal('keys', '')] : []),
    ...(method === null || methods.includes(method) ? [] : [fatal('method', method)]),
    ...(document.code_challenge_methods_supported?.includes('S256') === false ? [warning('pkce', 'S256')] : []),
    ...provider.scopes
      .filter((scope) => document.scopes_supported?.includes(scope) === false)
      .map((scope) => warning('scope', scope)),
  ];
}

const fatal = (fault: ProviderFault['fault'], value: string): ProviderFault => ({ fault, fatal: true, value });
const warning = (fault: ProviderFault['fault'], value: string): ProviderFault => ({ fault, fatal: false, value });

async function readJson<Schema extends z.ZodType>(
  provider: Provider,
  url: string,
  schema: Schema,
): Promise<{ ok: true; value: z.output<Schema> } | { ok: false; fault: ProviderFault }> {
  const failed = (fault: ProviderFault['fault'], value: string) => ({ ok: false as const, fault: fatal(fault, value) });
  let answer: Response;
  try {
    answer = await fetchFor(provider)(url, { signal: AbortSignal.timeout(provider.seconds * 1000) });
  } catch (error) {
    return isRefusedAddress(error)
      ? failed('private', new URL(url).hostname)
      : failed('unreachable', reasonFor(error as Failure));
  }
  if (!answer.ok) return failed('no-document', String(answer.status));
  const parsed = schema.safeParse(await answer.json().catch(() => null));
  return parsed.success ? { ok: true, value: parsed.data } : failed('no-document', '200');
}

function reasonFor({ name, message, code, cause }: Failure): string {
  if (isOutOfTime(name)) return 'ETIMEDOUT';
  return cause?.code ?? code ?? message.slice(0, 100);
}

interface Failure {
  name: string;
  message: string;
  code?: string;
  cause?: { code?: string };
}
