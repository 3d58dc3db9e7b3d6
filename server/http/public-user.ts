import type { PublicUser } from '#contract/accounts.ts';
import type { PublicUserRow } from '#server/db/queries/public-users.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import type { Deps } from '../deps.ts';

/** A member as everyone may know them, on the wire. */
export function publicUser(
  deps: Pick<Deps, 'secret' | 'now'>,
  viewing: Pick<RequestContext, 'imageOrigin' | 'site'>,
  row: PublicUserRow,
): PublicUser {
  const { avatar, avatar_format: format, ...user } = row;
  return {
    ...user,
    avatar_url:
      avatar !== null && format !== null
        ? imageUrl(deps, viewing, { hash: avatar, variant: 'cover320', format }, 'public')
        : null,
  };
}
