import { useState } from 'react';
import type { CategoryFate, ImportCategory } from '#contract/portability.ts';
import { SHELVES } from '#contract/shelves.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Button } from '#web/ui/basic/button.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import type { Fates } from './import-choices.ts';

/** Categories drawn at once; the others come when they are wanted. */
const AT_ONCE = 20;

/** The categories of a file, each with what becomes of it: a shelf, a list or nothing. One that holds no comic has no choice. */
export function ImportCategories({
  categories,
  fates,
  onChoose,
}: {
  categories: readonly ImportCategory[];
  fates: Fates;
  onChoose: (name: string | null, fate: CategoryFate) => void;
}) {
  const t = useTranslate();
  const hasShelves = useFeature('shelves');
  const [most, setMost] = useState(AT_ONCE);
  if (categories.length === 0) return null;
  const shelves = hasShelves ? SHELVES : [];
  return (
    <section className="stack" aria-labelledby="import-categories">
      <h2 id="import-categories">{t('importing.categories')}</h2>
      <p className="muted">{t('importing.categories.text')}</p>
      <ul className="imported-categories">
        {categories.slice(0, most).map(({ name, comics, fate }) => {
          const shown = name ?? t('importing.categories.none');
          return (
            <li key={name ?? ''}>
              <div className="imports__what">
                <p className={name === null ? 'muted' : undefined}>
                  <bdi>{shown}</bdi>
                </p>
                <p className="muted small">{t('importing.categories.comics', { count: comics })}</p>
              </div>
              {comics === 0 ? null : (
                <Select<CategoryFate>
                  name={`category ${name ?? ''}`}
                  label={t('importing.categories.choose', { name: shown })}
                  value={fates.get(name) ?? fate}
                  choices={[
                    ...shelves.map((shelf) => ({
                      value: shelf,
                      label: t('importing.categories.shelf', { shelf: t(`library.shelf.${shelf}`) }),
                    })),
                    ...(name === null ? [] : [{ value: 'list' as const, label: t('importing.categories.list') }]),
                    { value: 'none', label: t('importing.categories.ignore') },
                  ]}
                  onChange={(value) => onChoose(name, value)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {categories.length > most ? (
        <div>
          <Button onClick={() => setMost(categories.length)}>
            {t('importing.more', { count: categories.length - most })}
          </Button>
        </div>
      ) : null}
      {hasShelves ? <p className="hint">{t('importing.categories.shelves')}</p> : null}
    </section>
  );
}
