import type { AdminChapterDetail } from '#contract/chapter-editing.ts';
import type { AdminComic, RevisionPage } from '#contract/editing.ts';
import type { Query } from '#contract/query-string.ts';
import { ApiFailure, apiGet } from '#web/platform/api/api.ts';

export const TABS = ['details', 'cover', 'chapters', 'history'] as const;
export type EditorTab = (typeof TABS)[number];

/** The address of a tab of a comic's editor; the first has none of its own. */
export type EditorAddress = (slug: string, tab: EditorTab | null, query?: Query) => string;

/** The data the editor needs for one of its tabs. */
export interface EditorData {
  comic: AdminComic;
  tab: EditorTab;
  /** The chapter whose pages are shown or chosen from: of the address, or the first; null where there is none. */
  chapter: AdminChapterDetail | null;
  /** The history; null on other tabs. */
  revisions: RevisionPage | null;
}

/** Reads a comic for its editor. @throws ApiFailure 404 for a comic or a tab there is none of. */
export async function loadEditor(
  request: Request,
  slug: string,
  tab: string | null,
  query: URLSearchParams,
): Promise<EditorData> {
  const shown = TABS.find((each) => each === (tab ?? 'details'));
  if (shown === undefined) throw new ApiFailure(404, '', null);
  const path = `/admin/comics/${encodeURIComponent(slug)}`;
  const [comic, revisions] = await Promise.all([
    apiGet<AdminComic>(path, { request }),
    shown === 'history'
      ? apiGet<RevisionPage>(`${path}/revisions`, {
          request,
          params: { page: Number(query.get('page')) || 1, per_page: 24 },
        })
      : null,
  ]);
  const chapterId = Number(query.get('chapter'));
  const only = comic.chapters.length === 1 || shown === 'cover' ? comic.chapters[0] : undefined;
  const chapter = comic.chapters.find(({ id }) => id === chapterId) ?? only;
  return {
    comic,
    tab: shown,
    revisions,
    chapter:
      chapter && shown !== 'details' && shown !== 'history'
        ? await apiGet<AdminChapterDetail>(`/admin/chapters/${chapter.id}`, { request })
        : null,
  };
}
