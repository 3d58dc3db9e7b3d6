import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { ListingResult } from '#web/catalogue/filters/listing-state.ts';

/** Notes on the text of a search: what was looked for in its place, what was not understood. Nothing where all is plain. */
export function SearchNotes({ query, found }: { query: string; found: ListingResult | null }) {
  const t = useTranslate();
  if (!found?.search || query === '') return null;
  const { corrected, hints } = found.search;
  if (corrected === null && hints.length === 0) return null;
  return (
    <div className="small muted" role="status">
      {corrected === null ? null : (
        <p>
          <bdi>{t('latest.search.corrected', { corrected, query })}</bdi>
        </p>
      )}
      {hints.map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
    </div>
  );
}
