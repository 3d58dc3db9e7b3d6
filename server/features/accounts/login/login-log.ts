import type { Deps } from '#server/deps.ts';
import { shortAddress } from '#server/http/access/client-address.ts';

/** A try to log in. */
export interface LoginTry {
  outcome: 'in' | 'second-step' | 'wrong' | 'banned';
  /**
   * The credentials that were shown; `basic` is a name and a password by HTTP Basic, `link` the link that makes the first admin, or an operator’s
   * that lets a member in; `provider` and `proxy` another’s word.
   */
  by: 'password' | 'basic' | 'totp' | 'recovery' | 'passkey' | 'registration' | 'link' | 'provider' | 'proxy';
  /** Whose login it was; null where there is no such member. What was typed is never written: it may be a password. */
  user: number | null;
  /** Which provider vouched for them. */
  provider?: string;
}

/** Writes down a try to log in, with the address it came from without its last part. Refusals by counting are the guards' (`http/guard-log.ts`). */
export function logLogin(log: Deps['log'], ip: string, { outcome, by, user, provider }: LoginTry): void {
  const line = {
    event: 'login',
    outcome,
    by,
    user,
    ...(provider === undefined ? {} : { provider }),
    from: shortAddress(ip),
  };
  if (outcome === 'in' || outcome === 'second-step') {
    log.info(line, 'login');
  } else {
    log.warn(line, 'login failed');
  }
}
