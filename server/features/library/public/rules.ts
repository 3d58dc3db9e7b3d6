import type { ProgressDraft } from '#contract/library.ts';

/** A reported place, with everything that may be left out. `at` is ISO 8601 in UTC, never to come. */
export interface ReportedPlace {
  comic_id: number;
  chapter_id: number | null;
  page: number;
  page_offset: number;
  max_page: number;
  /** True: read to the end. False: a person took that back. Null: says nothing of it. */
  completed: boolean | null;
  at: string;
  device: string | null;
}

/**
 * The reports of a device as they are stored: one a chapter, a moment to come is now, and only a person takes back that
 * a chapter was read (`mark`).
 *
 * Of several reports of a chapter the newest place counts, the highest page, and the last word on whether it was read;
 * in whatever order they come.
 */
export function toReports(drafts: readonly ProgressDraft[], now: Date): ReportedPlace[] {
  const reports = drafts
    .map((draft) => toReport(draft, now))
    .sort((a, b) => a.at.localeCompare(b.at) || a.page - b.page);
  const merged = new Map<string, ReportedPlace>();
  for (const report of reports) {
    const key = `${report.comic_id} ${report.chapter_id}`;
    const before = merged.get(key);
    merged.set(
      key,
      before
        ? {
            ...report,
            max_page: Math.max(before.max_page, report.max_page),
            completed: report.completed ?? before.completed,
          }
        : report,
    );
  }
  return [...merged.values()];
}

function toReport(
  { comic_id, chapter_id, page, page_offset, max_page, completed, mark, updated_at, device }: ProgressDraft,
  now: Date,
): ReportedPlace {
  const at = updated_at === undefined ? now : new Date(Math.min(Date.parse(updated_at), now.getTime()));
  return {
    comic_id,
    chapter_id,
    page,
    page_offset,
    device,
    max_page: Math.max(page, max_page ?? page),
    completed: completed ? true : mark ? false : null,
    at: at.toISOString(),
  };
}
