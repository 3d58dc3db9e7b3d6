import type { Upload, UploadChapter, UploadedPage, UploadFile, UploadSummary, UploadWork } from '#contract/uploads.ts';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { editorImagePath } from '#server/images/links.ts';
import type { FileRow, UploadRow } from './queries.ts';
import type { ChapterRow, PageRow, WorkRow } from './queries-works.ts';

type Signing = Pick<Deps, 'secret' | 'now'>;

/** An upload in a list. `received` is how many of its bytes have arrived. */
export function serializeSummary(
  viewing: Pick<RequestContext, 'site'>,
  row: UploadRow,
  received: number,
): UploadSummary {
  const days = viewing.site.uploads.keepDays;
  return {
    id: row.id,
    state: row.state,
    user: { id: row.user_id, username: row.username },
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    expires_at: row.state === 'open' ? new Date(row.changed_at.getTime() + days * 86_400_000).toISOString() : null,
    files_count: row.files_count,
    files_done: row.files_done,
    bytes: row.bytes,
    received,
    titles: row.titles,
    publish: row.publish,
    publish_at: row.publish_at?.toISOString() ?? null,
    error: row.error,
  };
}

/** A file of an upload. */
export function serializeFile(row: FileRow, received: number): UploadFile {
  const { id, path, bytes, state, pages, pages_done, warnings, error } = row;
  return {
    id,
    path,
    bytes,
    received,
    state,
    pages,
    pages_done,
    warnings,
    error,
    upload_url: `/api/admin/uploads/${row.upload_id}/tus/${id}`,
  };
}

/** A whole upload. */
export function serializeUpload(
  deps: Signing,
  viewing: RequestContext,
  row: UploadRow,
  parts: {
    files: UploadFile[];
    works: readonly WorkRow[];
    chapters: readonly ChapterRow[];
    pages: readonly PageRow[];
    lack: Upload['lack'];
  },
): Upload {
  const pages = Map.groupBy(parts.pages, (page) => page.chapter_id);
  const received = parts.files.reduce((sum, file) => sum + file.received, 0);
  return {
    ...serializeSummary(viewing, row, received),
    version: row.version,
    files: parts.files,
    works: parts.works.map((work) => serializeWork(deps, viewing, work, parts.chapters, pages)),
    lack: parts.lack,
  };
}

/** A work with its chapters, which are among `chapters`; `pages` are those of each chapter by its id. */
export function serializeWork(
  deps: Signing,
  viewing: RequestContext,
  work: WorkRow,
  chapters: readonly ChapterRow[],
  pages: ReadonlyMap<number, PageRow[]>,
): UploadWork {
  const { about: _about, fields, ...rest } = work;
  return {
    ...fields,
    ...rest,
    chapters: chapters
      .filter((chapter) => chapter.work_id === work.id)
      .map((chapter) => serializeChapter(deps, viewing, chapter, pages)),
  };
}

/** A chapter; `pages` are those of each chapter by its id. */
export function serializeChapter(
  deps: Signing,
  viewing: RequestContext,
  chapter: ChapterRow,
  pages: ReadonlyMap<number, PageRow[]>,
): UploadChapter {
  const own = pages.get(chapter.id) ?? [];
  const first = own.find(({ missing }) => missing === null) ?? own[0];
  const { id, name, number, groups, credits, premium_until: until, replaces } = chapter;
  return {
    id,
    name,
    number,
    groups,
    credits,
    replaces,
    premium_until: until?.toISOString() ?? null,
    pages: own.length,
    missing: own.filter(({ missing }) => missing !== null).length,
    cover: first ? serializePicture(deps, viewing, first) : null,
    page_ids: own.map((page) => page.id),
  };
}

/** A page with addresses of its picture that are good for hours. */
export function serializePage(deps: Signing, viewing: RequestContext, page: PageRow): UploadedPage {
  return {
    ...serializePicture(deps, viewing, page),
    id: page.id,
    name: page.name,
    missing: page.missing,
    file: page.file_id,
    source_url: addressFor(deps, viewing, page.image, 'original', page.format),
  };
}

function serializePicture(deps: Signing, viewing: RequestContext, { image, format, thumb, width, height }: PageRow) {
  const small = thumb ?? { format, width, height };
  return {
    thumb_url: addressFor(deps, viewing, image, thumb === null ? 'original' : 'thumb', small.format),
    width: small.width,
    height: small.height,
  };
}

function addressFor(
  { secret, now }: Signing,
  { site, imageOrigin }: RequestContext,
  hash: string,
  variant: 'original' | 'thumb',
  format: string,
): string {
  return (
    imageOrigin +
    editorImagePath({ hash, variant, format }, { secret, now: now().getTime(), hours: site.limits.signedHours })
  );
}
