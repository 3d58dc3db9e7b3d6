import type { Suggestion } from '#contract/search.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Labelled } from '#web/ui/basic/labelled.tsx';
import '#web/ui/basic/chip.css';

/** Ways to go on typing: picking one completes the text; Tab in the field picks the first. */
export function Suggestions({
  suggestions,
  onPick,
}: {
  suggestions: readonly Suggestion[];
  onPick: (text: string) => void;
}) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <div className="search__sug" role="group" aria-label={t('search.suggestions')}>
      {suggestions.map(({ text, kind, name, name_original: original, count }, index) => (
        <button key={text} type="button" className="chip" data-hit onClick={() => onPick(text)}>
          <span>
            {kind === 'key' ? (
              <bdi>{name}</bdi>
            ) : (
              <Labelled label={t('taxonomy.kind', { kind })}>
                <bdi>{name}</bdi>
              </Labelled>
            )}
            {original && original !== name ? (
              <>
                {' '}
                <bdi className="muted">{original}</bdi>
              </>
            ) : null}
          </span>
          {count === null ? null : <span className="chip__n">{formatNumber(locale, count)}</span>}
          {index === 0 ? (
            <kbd className="only-mid" aria-hidden="true">
              tab
            </kbd>
          ) : null}
        </button>
      ))}
    </div>
  );
}
