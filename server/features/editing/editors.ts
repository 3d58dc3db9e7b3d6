import { memberOf, type Viewing } from '#server/http/viewing.ts';

/** Someone who edits comics: an uploader those they brought, others all. */
export interface Editor { id: number; role: Viewing['viewer']['role'] }

/** Who asks, as an editor. @throws Problem `sign-in-required` for a guest. */
export function editorOf(request: { viewing: Viewing }): Editor {
  return { id: memberOf(request as Parameters<typeof memberOf>[0]), role: request.viewing.viewer.role };
}
