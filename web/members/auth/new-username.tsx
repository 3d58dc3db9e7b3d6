import { useState } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Rules } from './rules.tsx';
import { focusOnOpen } from './focus-on-open.ts';

/** Letters of a name, at least and at most, and what it is made of (decisions, "Accounts"). */
const LEAST = 3;
const MOST = 30;
const LETTERS = /^[\p{L}\p{M}\p{N}_.-]+$/u;

/** A name for a new account, with what it must be. */
export function NewUsername({
  error,
  wished = '',
  inPopup = false,
}: {
  error: readonly string[] | undefined;
  /** The name that stands there at first. */
  wished?: string;
  inPopup?: boolean;
}) {
  const t = useTranslate();
  const [name, setName] = useState(wished);
  const { length } = [...name];
  return (
    <Field
      label={t('auth.register.username')}
      name="username"
      error={error}
      defaultValue={wished}
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      ref={inPopup ? focusOnOpen : undefined}
      hint={
        <Rules
          rules={[
            [t('auth.rules.nameLength', { least: LEAST, most: MOST }), length >= LEAST && length <= MOST],
            [t('auth.rules.nameLetters'), LETTERS.test(name)],
          ]}
        />
      }
      onChange={({ target }) => setName(target.value)}
    />
  );
}
