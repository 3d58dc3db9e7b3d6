import type { AdminComicPage } from '#contract/editing.ts';
import type { UploadWork } from '#contract/uploads.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { TermPicker } from '#web/staff/terms/term-picker.tsx';
import { useUploadMessages } from './upload-messages.ts';

/** Chooses the comic a work's chapters are added to, by typing its title. */
export function TargetComic({
  work: { comic },
  onChoose,
}: {
  work: UploadWork;
  onChoose: (comic: number | null) => void;
}) {
  const { t } = useUploadMessages();
  const find = async (q: string, signal: AbortSignal) =>
    (await apiGet<AdminComicPage>('/admin/comics', { params: { q, per_page: 12 }, signal })).data.map(
      ({ id, title: name, slug }) => ({ id, name, slug }),
    );
  return (
    <TermPicker
      path="tags"
      label={t('upload.work.comic')}
      single
      find={find}
      value={comic === null ? [] : [{ id: comic.id, name: comic.title, slug: comic.slug }]}
      onChange={([chosen]) => onChoose(chosen?.id ?? null)}
    />
  );
}
