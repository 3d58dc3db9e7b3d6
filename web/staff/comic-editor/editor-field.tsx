import { useId, type ReactNode } from 'react';
import type { Lockable } from '#contract/editing.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/form/field.css';

/** Which fields imports leave alone, and what changes that. */
export interface Locks {
  locked: readonly string[];
  setLock: (field: Lockable, on: boolean) => void;
}

/** A small toggle beside a label: whether imports leave the field alone. */
export function LockToggle({
  field,
  name,
  locks: { locked, setLock },
}: {
  field: Lockable;
  name: string;
  locks: Locks;
}) {
  const t = useTranslate();
  const on = locked.includes(field);
  return (
    <button
      type="button"
      className="lock-toggle"
      aria-pressed={on}
      title={t(on ? 'admin.lock.on' : 'admin.lock.off')}
      onClick={() => setLock(field, !on)}
    >
      <Icon name="lock" className="icon--s" />
      <span className="visually-hidden">{t('admin.lock.of', { name })}</span>
      {on ? <span aria-hidden="true">{t('admin.lock.locked')}</span> : null}
    </button>
  );
}

interface Props {
  label: string;
  /** Its toggle, for a field that can be locked. */
  lock?: ReactNode;
  hint?: string | undefined;
  error?: readonly string[] | undefined;
  /** Draws the control, wired to its label, hint and errors. */
  children: (wiring: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** A control of the editor under its label and lock. */
export function EditorField({ label, lock, hint, error, children }: Props) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field">
      <div className="row row--between">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        {lock}
      </div>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <p className="error" id={`${id}-error`}>
          <Icon name="alert" className="icon--s" />
          <span>{error.join(' ')}</span>
        </p>
      ) : null}
      {hint ? (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
    </div>
  );
}

/** A group of choices under its name and lock. */
export function EditorChoice({ label, lock, children }: { label: string; lock?: ReactNode; children: ReactNode }) {
  return (
    <div className="field">
      <div className="row row--between">
        <span className="label" aria-hidden="true">
          {label}
        </span>
        {lock}
      </div>
      {children}
    </div>
  );
}
