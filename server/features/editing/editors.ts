import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';

/** Someone who edits comics: an uploader those they brought, others all. */
export interface Editor {
  id: number;
  role: RequestContext['viewer']['role'];
}

/** Who asks, as an editor. @throws Problem `sign-in-required` for a guest. */
export function toEditor(request: { viewing: RequestContext }): Editor {
  return { id: requireMember(request as Parameters<typeof requireMember>[0]), role: request.viewing.viewer.role };
}
