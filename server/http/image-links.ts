import { imagePath, type ImageAccess, type ImageRef } from '../images/links.ts';
import type { Deps } from '../deps.ts';
import type { Viewing } from './viewing.ts';

/** The absolute address of a picture, for this viewer. */
export function imageUrl(deps: Pick<Deps, 'secret' | 'now'>, viewing: Pick<Viewing, 'imageOrigin' | 'site'>, image: ImageRef, access: ImageAccess): string {
  const signing = { secret: deps.secret, now: deps.now().getTime(), hours: viewing.site.limits.signedHours };
  return viewing.imageOrigin + imagePath(image, access, signing);
}
