import type { AdminTerm } from '#contract/term-editing.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/basic/badge.tsx';

/** How a term stands, where there is something to say. */
export function TermState({ term }: { term: AdminTerm }) {
  const t = useTranslate();
  if (term.merging_into !== null) {
    return <State look="warn">{t('admin.terms.merging', { name: term.merging_into.name })}</State>;
  }
  if (term.forbidden) return <State look="bad">{t('admin.terms.forbidden')}</State>;
  return term.comics_count === 0 ? (
    <State>{t('admin.terms.unused')}</State>
  ) : (
    <State look="good">{t('admin.terms.used')}</State>
  );
}
