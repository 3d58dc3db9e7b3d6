import { useId } from 'react';
import { Icon } from '#web/ui/basic/icon.tsx';
import '#web/ui/choice/checkbox.css';
import '#web/ui/form/field.css';

interface Props {
  label: string;
  hint?: string;
  name: string;
  kind?: 'checkbox' | 'radio';
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  error?: readonly string[] | undefined;
}

/** Some of a few choices, or one, side by side; a form sends them as `name`. */
export function Choices({ label, hint, name, kind = 'checkbox', choices, chosen, error = [] }: Props) {
  const id = useId();
  return (
    <fieldset className="field ad-editor__choices" aria-describedby={hint ? id : undefined}>
      <legend>{label}</legend>
      <div className="row">
        {choices.map(({ value, label: word }) => (
          <label key={value} className="check">
            <input type={kind} name={name} value={value} defaultChecked={chosen.includes(value)} />
            {word}
          </label>
        ))}
      </div>
      {error.length === 0 ? null : (
        <p className="error">
          <Icon name="alert" className="icon--s" />
          <span>{error.join(' ')}</span>
        </p>
      )}
      {hint ? (
        <div className="hint" id={id}>
          {hint}
        </div>
      ) : null}
    </fieldset>
  );
}
