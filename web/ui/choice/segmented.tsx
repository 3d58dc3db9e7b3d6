import { useId, type ReactNode } from 'react';
import './segmented.css';

interface Props<Value extends string> {
  /** Said by screen readers; what stands above it is the caller's. */
  label: string;
  value: Value;
  choices: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
  /** Takes the whole width, each choice an equal share. */
  fill?: boolean;
  /** In rows of three. */
  rows?: boolean;
  /** Under which name a form sends the choice; nothing is sent without one. */
  name?: string;
}

/** One choice of a few, all in sight: radio buttons in a row. */
export function Segmented<Value extends string>({
  label,
  value,
  choices,
  onChange,
  fill = false,
  rows = false,
  name,
}: Props<Value>) {
  const own = useId();
  return (
    <fieldset
      className={rows ? 'segmented segmented--fill segmented--rows' : fill ? 'segmented segmented--fill' : 'segmented'}
    >
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name ?? own}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
