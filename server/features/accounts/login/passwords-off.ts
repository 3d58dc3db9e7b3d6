import { problem } from '#contract/problems.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';

/** Lets nobody go on where a site takes no passwords. @throws Problem `passwords-off`. */
export function requirePasswords({ site }: Pick<RequestContext, 'site'>): void {
  if (!site.signIn.passwords) throw problem('passwords-off');
}
