import { BLUR_CHOICES, TITLE_CHOICES, type BlurChoice, type TitleChoice } from '#contract/accounts.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Select } from '#web/ui/choice/select.tsx';

interface Props<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
}

/** Which titles of comics are shown. */
export function TitlesField(props: Props<TitleChoice>) {
  const t = useTranslate();
  const choices = TITLE_CHOICES.map((each) => ({ value: each, label: t(`display.titles.${each}`) }));
  return <ChoiceField {...props} name="titles" label={t('display.titles')} choices={choices} />;
}

/** Which covers are blurred. */
export function BlurField(props: Props<BlurChoice>) {
  const t = useTranslate();
  const choices = BLUR_CHOICES.map((each) => ({ value: each, label: t(`display.blurred.${each}`) }));
  return <ChoiceField {...props} name="blurred" label={t('display.blurred')} choices={choices} />;
}

function ChoiceField<Value extends string>(
  props: Props<Value> & { name: string; label: string; choices: readonly { value: Value; label: string }[] },
) {
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {props.label}
      </span>
      <Select {...props} />
    </div>
  );
}
