import { MAX_LINK_LETTERS, MAX_OFFICIAL_LINKS, OFFICIAL_LANGUAGES, type OfficialLink } from '#contract/links.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Select } from '#web/ui/choice/select.tsx';
import { EditorField } from './editor-field.tsx';

interface Props {
  links: readonly OfficialLink[];
  error: readonly string[] | undefined;
  onChange: (links: readonly OfficialLink[]) => void;
}

/** The pages of those who publish a comic: address, language and name of each. */
export function OfficialLinkFields({ links, error, onChange }: Props) {
  const t = useTranslate();
  const names = new Intl.DisplayNames([useLocale()], { type: 'language' });
  const write = (place: number, part: Partial<OfficialLink>) =>
    onChange(links.map((link, at) => (at === place ? { ...link, ...part } : link)));
  return (
    <>
      {links.map(({ url, language, label }, at) => (
        <div
          key={at}
          className="official-link"
          role="group"
          aria-label={t('admin.editor.official.one', { number: at + 1 })}
        >
          <EditorField label={t('admin.editor.official.url')} error={error}>
            {(wiring) => (
              <input
                className="input"
                type="url"
                {...wiring}
                value={url}
                dir="ltr"
                maxLength={MAX_LINK_LETTERS}
                onChange={({ currentTarget }) => write(at, { url: currentTarget.value })}
              />
            )}
          </EditorField>
          <div className="official-link__more">
            <EditorField label={t('admin.editor.official.label')}>
              {(wiring) => (
                <input
                  className="input"
                  {...wiring}
                  value={label ?? ''}
                  dir="auto"
                  maxLength={100}
                  onChange={({ currentTarget }) => write(at, { label: currentTarget.value || null })}
                />
              )}
            </EditorField>
            <Select
              name={`official-language-${at}`}
              label={t('upload.field.language')}
              value={language ?? ''}
              onChange={(code) => write(at, { language: code === '' ? null : code })}
              choices={[
                { value: '', label: t('admin.editor.official.anyLanguage') },
                ...OFFICIAL_LANGUAGES.map((code) => ({ value: code, label: names.of(code) ?? code })),
              ]}
            />
            <Button
              look={['ghost', 'icon']}
              aria-label={t('admin.editor.official.remove', { number: at + 1 })}
              onClick={() => onChange(links.filter((_link, place) => place !== at))}
            >
              <Icon name="x" />
            </Button>
          </div>
        </div>
      ))}
      {links.length >= MAX_OFFICIAL_LINKS ? null : (
        <div>
          <Button onClick={() => onChange([...links, { url: '', language: null, label: null }])}>
            <Icon name="plus" />
            {t('admin.editor.official.add')}
          </Button>
        </div>
      )}
    </>
  );
}
