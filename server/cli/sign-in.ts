import type { Config } from '#server/config/config.ts';
import { openDeps } from '../deps.ts';
import { makeSignInLink } from '../features/accounts/providers/sign-in-link.ts';
import { applySettings } from '../features/site-settings/following.ts';
import { createLog } from '../log.ts';
import type { Terminal } from './terminal.ts';

/** Prints a link that lets a member in once, however members sign in otherwise. The exit status. Throws what opening throws, and Problem `user-not-found`, `account-banned`. */
export async function signInCommand(config: Config, { say, out }: Terminal, name: string): Promise<number> {
  const deps = await openDeps(config, createLog('error'));
  try {
    await applySettings(deps);
    const { username, url } = await makeSignInLink(deps, name);
    out.write(`${say('cli.sign-in.link', { name: username, url })}\n`);
    return 0;
  } finally {
    await deps.close();
  }
}
