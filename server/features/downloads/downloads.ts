import type { DownloadAllowance } from '#contract/downloads.ts';
import { problem } from '#contract/problems.ts';
import { utcDay } from '#contract/utc-day.ts';
import type { Site } from '#server/config/site-file.ts';
import { withTransaction } from '#server/db/database.ts';
import { findMember } from '#server/db/queries/sessions.ts';
import { NOBODY } from '#server/db/visible.ts';
import type { Deps } from '#server/deps.ts';
import { findComic, type FoundComic } from '#server/features/comics/public/queries-one.ts';
import { limitFrom, type RequestContext } from '#server/http/access/request-context.ts';
import { buildArchive, requestedChapters, type ComicArchive } from './archive.ts';
import { LINK_SECONDS, readToken, writeToken } from './link-token.ts';
import { findDownload, holdMember, putDownload, usedOn, type RequestedDownload, type DayUse } from './queries.ts';

type DownloadDeps = Pick<Deps, 'db' | 'blobs' | 'secret' | 'now'>;

const DAY = 86_400_000;
const GIGABYTE = 1e9;

/**
 * Gives a member a link to a download, within the day's allowance: a comic counts once a day however often it is asked
 * for, bytes count for each selection once.
 *
 * @returns the token, which is good for six hours, and when it ends.
 * @throws Problem `download-limit` with the seconds until the day (UTC) ends.
 */
async function grantDownload(
  deps: DownloadDeps,
  site: Site,
  asked: RequestedDownload,
  size: number,
): Promise<{ token: string; expires: Date }> {
  const now = deps.now();
  const id = await withTransaction(deps.db, async (tx) => {
    await holdMember(tx, asked.userId);
    const { comics, bytes } = remainingToday(site, await usedOn(tx, utcDay(now), asked));
    if (comics < 1 || bytes < size) {
      throw problem('download-limit', { seconds: Math.ceil((endOfDay(now) - now.getTime()) / 1000) });
    }
    return putDownload(tx, utcDay(now), asked, size);
  });
  const expires = Math.floor(now.getTime() / 1000) + LINK_SECONDS;
  return { token: writeToken({ id, expires }, deps.secret), expires: new Date(expires * 1000) };
}

/**
 * Gives a member some chapters of a comic as a file, within the day's allowance; without ids all that they may read.
 *
 * @returns the file, and the token of a link to it as `grantDownload` has it.
 * @throws as `requestedChapters` and `grantDownload`.
 */
export async function grantArchive(
  deps: DownloadDeps,
  viewing: RequestContext,
  userId: number,
  comic: FoundComic,
  ids: readonly number[],
): Promise<{ token: string; expires: Date; archive: ComicArchive }> {
  const chapters = await requestedChapters(deps.db, viewing, comic, ids);
  const archive = await buildArchive(deps, viewing, comic, chapters);
  const requested = { userId, comicId: comic.id, chapters: ids.length === 0 ? [] : chapters.map(({ id }) => id) };
  return { ...(await grantDownload(deps, viewing.site, requested, archive.size)), archive };
}

/** The rest of a member's day for a comic that they might download. */
export async function getAllowance(
  deps: DownloadDeps,
  site: Site,
  asked: RequestedDownload,
): Promise<DownloadAllowance> {
  const now = deps.now();
  const use = await usedOn(deps.db, utcDay(now), asked);
  const { downloadsPerDay, downloadGigabytesPerDay } = site.limits;
  return {
    comics_left: downloadsPerDay === 0 ? null : Math.max(0, downloadsPerDay - use.comics),
    bytes_left:
      downloadGigabytesPerDay === 0 ? null : Math.max(0, Math.floor(downloadGigabytesPerDay * GIGABYTE - use.bytes)),
    resets_at: new Date(endOfDay(now)).toISOString(),
  };
}

/** The comics and bytes a member may still ask for, this comic counted as one that is free when it was asked for already. */
function remainingToday({ limits }: Site, { comics, bytes, again }: DayUse): { comics: number; bytes: number } {
  return {
    comics: limits.downloadsPerDay === 0 || again ? Infinity : limits.downloadsPerDay - comics,
    bytes: limits.downloadGigabytesPerDay === 0 ? Infinity : limits.downloadGigabytesPerDay * GIGABYTE - bytes,
  };
}

/**
 * The file a link leads to, and whose it is: everything is asked anew, whether the member is still there and may still
 * read it, and what it consists of now.
 *
 * @throws Problem `download-link-wrong`, `link-expired`, `not-allowed` for a member who is gone or banned, and what
 * `findComic` and `requestedChapters` throw.
 */
export async function openDownload(
  deps: DownloadDeps,
  viewing: RequestContext,
  token: string,
): Promise<{ userId: number; archive: ComicArchive }> {
  const claims = readToken(token, deps.secret);
  if (claims === null) throw problem('download-link-wrong');
  if (claims.expires * 1000 <= deps.now().getTime()) throw problem('link-expired');
  const download = await findDownload(deps.db, claims.id);
  if (download === null) throw problem('link-expired');
  const member = await findMember(deps.db, download.userId);
  if (member === null) throw problem('not-allowed');
  const { limits, ...reader } = member;
  // Which ratings they want to see was asked when they got the link.
  const theirs: RequestContext = {
    ...viewing,
    viewer: { ...reader, token: null, scopes: null },
    rating: 'all',
    owesCheck: false,
    hidden: [],
    blocked: NOBODY,
    limit: limitFrom(limits),
  };
  const comic = await findComic(deps.db, theirs, String(download.comicId));
  const chapters = await requestedChapters(deps.db, theirs, comic, download.chapters);
  return { userId: download.userId, archive: await buildArchive(deps, theirs, comic, chapters) };
}

function endOfDay(now: Date): number {
  return (Math.floor(now.getTime() / DAY) + 1) * DAY;
}
