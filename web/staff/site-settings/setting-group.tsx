import { useId, type ReactNode } from 'react';
import type { SitePictureName } from '#contract/site.ts';
import type { SettingKey, SiteSettings } from '#contract/site-settings.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/form/field.css';

/** The value of a setting, and how it is changed. */
export interface ControlProps {
  name: SettingKey;
  value: unknown;
  disabled: boolean;
  errors: readonly string[];
  onChange: (value: unknown) => void;
  /** The secrets that there are. */
  secrets?: SiteSettings['secrets'];
  /** Sends a picture, which is in force once that is done. */
  upload?: (name: SitePictureName, file: File) => Promise<unknown>;
}

/** Several controls under one name; all are off where it is fixed. */
export function Group({
  label,
  errors,
  disabled,
  children,
}: Pick<ControlProps, 'errors' | 'disabled'> & { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className="field" disabled={disabled} aria-describedby={errors.length > 0 ? id : undefined}>
      <legend className="label">{label}</legend>
      {children}
      <Errors id={id} errors={errors} />
    </fieldset>
  );
}

/** One control that names itself, with its errors. */
export function Labelled({ errors, children }: { errors: readonly string[]; children: ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      {children}
      <Errors id={id} errors={errors} />
    </div>
  );
}

function Errors({ id, errors }: { id: string; errors: readonly string[] }) {
  return errors.length === 0 ? null : (
    <p className="error" id={id}>
      <Icon name="alert" className="icon--s" />
      <span>{errors.join(' ')}</span>
    </p>
  );
}
