import type { Deps } from '#server/deps.ts';
import { strictestMode } from '#server/http/access/age-gate.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { imagePath, type ImageAccess, type ImageRef } from '#server/images/links.ts';

/** The absolute address of a picture, for this viewer. */
export function imageUrl(
  deps: Pick<Deps, 'secret' | 'now'>,
  viewing: Pick<RequestContext, 'imageOrigin' | 'site'>,
  image: ImageRef,
  access: ImageAccess,
): string {
  const signing = { secret: deps.secret, now: deps.now().getTime(), hours: signedHours(viewing.site) };
  return viewing.imageOrigin + imagePath(image, access, signing);
}

/** Most hours that a signed address stays good where a provider checks the age: who has it needs no pass to fetch it. */
const MAX_HOURS_CHECKED = 2;

/** Hours that a signed address of a site's pictures stays good, at least. */
function signedHours(site: Pick<RequestContext, 'site'>['site']): number {
  return strictestMode(site) === 'external'
    ? Math.min(MAX_HOURS_CHECKED, site.limits.signedHours)
    : site.limits.signedHours;
}
