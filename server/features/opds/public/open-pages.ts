import { contentAccess } from '#server/db/visible.ts';
import { isInScope } from '#server/http/access/api-scopes.ts';
import { can } from '#server/http/access/permissions.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';

/** Whether who asks, with the key they use if they use one, may do something; so that nothing is offered that is refused. */
export function mayUse(
  { viewer: { role, scopes } }: RequestContext,
  permission: 'comics.download' | 'library.own',
): boolean {
  return can(role, permission) && (scopes === null || isInScope(scopes, permission));
}

/** How many pages of a chapter, from the first on, who asks may see. */
export function openPages(
  viewing: RequestContext,
  comic: { id: number; state: string; rating: string },
  chapter: { premium: boolean; previewed: boolean; pages: number },
): number {
  switch (
    contentAccess(viewing, { id: comic.id, state: comic.state, rating: comic.rating, premium: chapter.premium })
  ) {
    case 'everything':
      return chapter.pages;
    case 'preview':
      return chapter.previewed ? Math.min(chapter.pages, viewing.site.premium.previewPages) : 0;
    default:
      return 0;
  }
}
