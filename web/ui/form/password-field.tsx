import type { ComponentProps } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Field } from './field.tsx';
import { useUser } from '#web/platform/session/session.ts';

/** A field for a password, with a button that shows it. It may be pasted; `autoComplete` says which one is meant. */
export function PasswordField({
  label,
  ...rest
}: Omit<ComponentProps<typeof Field>, 'type' | 'reveal' | 'label'> & {
  label?: string;
  autoComplete: 'current-password' | 'new-password';
}) {
  const t = useTranslate();
  return (
    <Field
      label={label ?? t('auth.password.label')}
      type="password"
      reveal={{ show: t('auth.password.show'), hide: t('auth.password.hide') }}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
    />
  );
}

/** By which password managers know whose password a form asks a member for; nobody sees it. */
export function OwnUsername() {
  return <input type="text" autoComplete="username" value={useUser()?.username ?? ''} readOnly hidden />;
}
