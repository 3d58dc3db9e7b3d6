import { TITLE_CHOICES, type TitleChoice } from '#contract/accounts.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Select } from '#web/ui/choice/select.tsx';

/** Which titles of comics are shown. */
export function TitlesField({ value, onChange }: { value: TitleChoice; onChange: (value: TitleChoice) => void }) {
  const t = useTranslate();
  const label = t('display.titles');
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {label}
      </span>
      <Select
        name="titles"
        label={label}
        value={value}
        choices={TITLE_CHOICES.map((each) => ({ value: each, label: t(`display.titles.${each}`) }))}
        onChange={onChange}
      />
    </div>
  );
}
