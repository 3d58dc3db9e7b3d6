import type { UploadLimits } from '#contract/uploads.ts';
import type { Deps } from '#server/deps.ts';
import { isBound, listDelays } from '#server/features/groups/public/queries-delays.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { usedBy } from './queries.ts';

/** Most MiB of one PATCH that clients should send: what one of them loses when its connection breaks without a word. */
const PART_MEGABYTES = 16;
const EXTENSIONS = [
  'cbz',
  'zip',
  'cbr',
  'rar',
  'cb7',
  '7z',
  'cbt',
  'tar',
  'pdf',
  'epub',
  'jpg',
  'jpeg',
  'png',
  'webp',
  'avif',
  'gif',
  'xml',
];

/** The amounts that a member may upload, how much of it was today, and the delays of groups that bind them. */
export async function limitsFor(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  { site, viewer }: RequestContext,
  userId: number,
): Promise<UploadLimits> {
  const { filesToday, bytesToday } = await usedBy(db, null, userId);
  return {
    ...site.uploads,
    partMegabytes: PART_MEGABYTES,
    extensions: EXTENSIONS,
    today: { files: filesToday, megabytes: Math.round(bytesToday / 1024 ** 2) },
    delays: isBound(config, viewer.role) ? await listDelays(db, userId, now()) : [],
  };
}
