import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/basic/button.css';
import './field.css';

interface Own {
  label: ReactNode;
  name: string;
  /** The errors of the value; read out with the field. */
  error?: string | readonly string[] | null | undefined;
  /** A hint on the value; read out with the field. */
  hint?: ReactNode;
}

type Props = Own &
  Omit<ComponentProps<'input'>, 'name'> & {
    /** The words of the button that shows a password; only with `type="password"`. */
    reveal?: { show: string; hide: string };
  };

/** A labelled line to write on, with its hint and its errors; every other attribute goes to the input. */
export function Field({ label, name, error, hint, reveal, type = 'text', ...rest }: Props) {
  const [shown, setShown] = useState(false);
  const wiring = useWiring(error, hint);
  const input = <input className="input" name={name} type={shown ? 'text' : type} {...wiring.control} {...rest} />;
  return (
    <div className="field">
      <label htmlFor={wiring.control.id}>{label}</label>
      {reveal ? (
        <div className="affix">
          {input}
          <button
            type="button"
            className="btn btn--ghost btn--icon"
            aria-label={shown ? reveal.hide : reveal.show}
            aria-pressed={shown}
            aria-controls={wiring.control.id}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        </div>
      ) : (
        input
      )}
      {wiring.notes}
    </div>
  );
}

/** As `Field`, with room for several lines. */
export function TextArea({ label, name, error, hint, ...rest }: Own & Omit<ComponentProps<'textarea'>, 'name'>) {
  const wiring = useWiring(error, hint);
  return (
    <div className="field">
      <label htmlFor={wiring.control.id}>{label}</label>
      <textarea className="textarea" name={name} {...wiring.control} {...rest} />
      {wiring.notes}
    </div>
  );
}

/** The ids and attributes that tie a control to its label, its hint and its errors. */
function useWiring(error: Own['error'], hint: ReactNode) {
  const id = useId();
  const errors = typeof error === 'string' ? [error] : (error ?? []);
  const notes = (
    <>
      {errors.length === 0 ? null : (
        <p className="error" id={`${id}-error`}>
          <Icon name="alert" className="icon--s" />
          <span>{errors.join(' ')}</span>
        </p>
      )}
      {hint ? (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
    </>
  );
  const describedBy = [errors.length > 0 && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return {
    notes,
    control: { id, 'aria-describedby': describedBy, 'aria-invalid': errors.length > 0 ? (true as const) : undefined },
  };
}
