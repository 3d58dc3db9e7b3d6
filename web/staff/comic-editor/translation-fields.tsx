import type { ReactNode } from 'react';
import { LOCALE_NAMES, textDirection, type Locale } from '#contract/locales.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useSite } from '#web/platform/page/root-data.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import type { EditField } from './edit-draft.ts';
import { EditorField } from './editor-field.tsx';

interface Texts {
  title: string | null;
  description: string | null;
}

interface Props {
  /** The present value of a field. */
  now: <Value>(field: EditField) => Value;
  lock: ReactNode;
  onChange: (field: `translations.${Locale}`, texts: Texts) => void;
}

/** Title and description in each locale of the site; each opens from its name. */
export function TranslationFields({ now, lock, onChange }: Props) {
  const t = useTranslate();
  const { locales } = useSite();
  return (
    <div className="translations">
      <div className="row row--end">{lock}</div>
      {locales.map((locale) => {
        const field = `translations.${locale}` as const;
        const texts = now<Texts>(field);
        const write = (part: Partial<Texts>) => onChange(field, { ...texts, ...part });
        const written = { lang: locale, dir: textDirection(locale) } as const;
        return (
          <details key={locale} className="translations__locale" name="translations">
            <summary>
              <b lang={locale}>{LOCALE_NAMES[locale]}</b>
              <span className="muted" lang={locale}>
                {texts.title ?? '–'}
              </span>
              <Icon name="down" className="icon--s" />
            </summary>
            <div className="stack">
              <EditorField label={t('admin.field.title')}>
                {(wiring) => (
                  <input
                    className="input"
                    {...wiring}
                    {...written}
                    maxLength={500}
                    value={texts.title ?? ''}
                    onChange={({ currentTarget }) => write({ title: currentTarget.value || null })}
                  />
                )}
              </EditorField>
              <EditorField label={t('admin.field.description')}>
                {(wiring) => (
                  <textarea
                    className="textarea"
                    {...wiring}
                    {...written}
                    maxLength={20_000}
                    value={texts.description ?? ''}
                    onChange={({ currentTarget }) => write({ description: currentTarget.value || null })}
                  />
                )}
              </EditorField>
            </div>
          </details>
        );
      })}
    </div>
  );
}
