import type { ComponentProps } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { Field } from '../ui/field.tsx';

/** A field for a password, with a button that shows it. It may be pasted; `autoComplete` says which one is meant. */
export function PasswordField({ label, ...rest }: Omit<ComponentProps<typeof Field>, 'type' | 'reveal' | 'label'> & { label?: string; autoComplete: 'current-password' | 'new-password' }) {
  const t = useT();
  return (
    <Field
      label={label ?? t('auth.password.label')} type="password" reveal={{ show: t('auth.password.show'), hide: t('auth.password.hide') }}
      autoCapitalize="none" autoCorrect="off" spellCheck={false} {...rest}
    />
  );
}
