import { Suspense } from 'react';
import { Card } from '#web/catalogue/cards/card.tsx';
import { SHELF_SIZES } from '#web/catalogue/cards/grid.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { ShownRelation } from './comic-data.ts';
import './relations.css';

/** The works that a comic stands together with, in one row that is moved sideways, each under what it is. */
export function Relations({ relations }: { relations: readonly ShownRelation[] }) {
  const t = useTranslate();
  return (
    <section className="comic__related" aria-labelledby="relations">
      <div className="section-head">
        <h2 id="relations">{t('comic.relations')}</h2>
      </div>
      <div className="shelf">
        {relations.map(({ kind, comic }) => (
          <div key={comic.id} className="relation">
            <p className="relation__kind">{t('comic.relation', { kind })}</p>
            <Suspense>
              <Card comic={comic} sizes={SHELF_SIZES} />
            </Suspense>
          </div>
        ))}
      </div>
    </section>
  );
}
