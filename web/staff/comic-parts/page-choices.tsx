import type { AdminPage } from '#contract/chapter-editing.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import './page-choices.css';

/** The pages of a chapter, one of which is chosen as a cover; null where no chapter is chosen. */
export function PageChoices({
  pages,
  onChoose,
}: {
  pages: readonly AdminPage[] | null;
  onChoose: (page: AdminPage) => void;
}) {
  const t = useTranslate();
  if (pages === null || pages.length === 0) return <EmptyState title={t('admin.pages.empty')} />;
  return (
    <ul className="page-choices">
      {pages.map((page) => (
        <li key={page.id}>
          <button type="button" aria-label={t('admin.cover.page', { page: page.page })} onClick={() => onChoose(page)}>
            <img src={page.thumbnail_url} alt="" width={page.width} height={page.height} loading="lazy" />
            <span className="small muted">{page.page}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
