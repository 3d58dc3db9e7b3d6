import { useEffect, useRef } from 'react';
import { IMPORTED_KINDS, type ImportResult } from '#contract/portability.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';

const WHAT = ['favorites', 'progress', 'ratings', 'shelves', 'lists'] as const;

/** The result of an import, and where to see it. */
export function ImportResultShown({ result }: { result: ImportResult }) {
  const t = useTranslate();
  const links = useAddresses();
  const hasFavorites = useFeature('favorites');
  const hasShelves = useFeature('shelves');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section className="stack">
      <h2 tabIndex={-1} ref={heading}>
        {t('importing.done')}
      </h2>
      <ul className="imports__result">
        {WHAT.filter((what) => (hasFavorites || what !== 'favorites') && (hasShelves || what !== 'shelves')).map(
          (what) => (
            <li key={what}>
              <Icon name={result[what] > 0 ? 'check' : 'minus'} />
              {t(`importing.done.${what}`, { count: result[what] })}
            </li>
          ),
        )}
        {IMPORTED_KINDS.flatMap((kind) => {
          const count = result.account[kind];
          return count === undefined ? (
            []
          ) : (
            <li key={kind}>
              <Icon name={count > 0 ? 'check' : 'minus'} />
              {t('importing.account.count', { name: t(`importing.account.${kind}`), found: count, missing: 0 })}
            </li>
          );
        })}
      </ul>
      <div className="row">
        {hasFavorites ? (
          <ButtonLink look={['primary']} to={links.favorites()}>
            {t('importing.favorites')}
          </ButtonLink>
        ) : null}
        <ButtonLink to={links.history()}>{t('importing.history')}</ButtonLink>
      </div>
    </section>
  );
}
