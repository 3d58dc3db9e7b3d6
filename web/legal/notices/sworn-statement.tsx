import { useId, type ReactNode } from 'react';
import '#web/ui/choice/checkbox.css';
import '#web/ui/form/field.css';

/** Something that someone has to confirm by ticking it; what is wrong is read out with it. */
export function Sworn({
  name,
  errors,
  children,
}: {
  name: string;
  errors: readonly string[] | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          name={name}
          aria-invalid={errors !== undefined}
          aria-describedby={errors ? id : undefined}
        />
        <span>{children}</span>
      </label>
      {errors ? (
        <p className="error" id={id}>
          {errors.join(' ')}
        </p>
      ) : null}
    </div>
  );
}
