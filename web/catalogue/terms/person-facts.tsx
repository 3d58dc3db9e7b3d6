import type { Term } from '#contract/taxonomy.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';

/** The facts known of someone, in one line: gender, hair, how many comics. */
export function PersonFacts({ term: { gender, hair, comics_count } }: { term: Term }) {
  const t = useTranslate();
  return (
    <span className="muted small">
      {[
        ...(gender ? [t(`taxonomy.gender.${gender}`)] : []),
        ...(hair ? [t('taxonomy.hair', { hair })] : []),
        t('taxonomy.comics', { count: comics_count }),
      ].join(' · ')}
    </span>
  );
}
