import type { SiteSettings } from '#contract/site-settings.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Field } from '#web/ui/form/field.tsx';

interface Props {
  name: string;
  label: string;
  /** Characters of it at most. */
  most: number;
  value: unknown;
  disabled: boolean;
  errors: readonly string[];
  state: SiteSettings['secrets'][string] | undefined;
  onChange: (value: string) => void;
}

/** A secret: it is written, and never shown again; only whether there is one is told. */
export function SecretField({ name, label, most, value, disabled, errors, state, onChange }: Props) {
  const t = useTranslate();
  return (
    <Field
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      dir="ltr"
      maxLength={most}
      value={typeof value === 'string' ? value : ''}
      placeholder={state === 'set' ? '••••••••' : ''}
      disabled={disabled}
      error={errors}
      hint={state === undefined ? null : t(`admin.site.secret.${state}`)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
