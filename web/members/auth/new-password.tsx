import { useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { Rules } from './rules.tsx';

/** Least letters of a password (decisions, "Accounts"). */
const LEAST = 8;

/** A new password, entered twice, with what it must be. */
export function NewPassword({ errors }: { errors: Readonly<Record<string, readonly string[]>> }) {
  const t = useTranslate();
  const [{ first, second }, setEntered] = useState({ first: '', second: '' });
  return (
    <>
      <PasswordField
        name="password"
        error={errors.password}
        autoComplete="new-password"
        required
        hint={<Rules rules={[[t('auth.rules.password', { least: LEAST }), [...first].length >= LEAST]]} />}
        onChange={({ target }) => setEntered((before) => ({ ...before, first: target.value }))}
      />
      <PasswordField
        label={t('auth.password.again')}
        name="password_confirmation"
        error={errors.password_confirmation}
        autoComplete="new-password"
        required
        hint={<Rules rules={[[t('auth.rules.same'), second !== '' && first === second]]} />}
        onChange={({ target }) => setEntered((before) => ({ ...before, second: target.value }))}
      />
    </>
  );
}
