import type { AdminPage } from '#contract/chapter-editing.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';

/** Pages that are shown on either side. */
const SHOWN = 3;

/** The last pages before a cut and the first ones after it. */
export function PageStrip({ before, after }: { before: readonly AdminPage[]; after: readonly AdminPage[] }) {
  const t = useTranslate();
  const side = (pages: readonly AdminPage[]) => (
    <ul>
      {pages.map((page) => (
        <li key={page.id}>
          <img
            src={page.thumbnail_url}
            alt={t('admin.page.name', { page: page.page })}
            width={page.width}
            height={page.height}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="page-strip">
      {side(before.slice(-SHOWN))}
      {side(after.slice(0, SHOWN))}
    </div>
  );
}
