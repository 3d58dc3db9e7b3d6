import { Icon } from '#web/ui/basic/icon.tsx';
import './select.css';

interface Props<Value extends string> {
  name: string;
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** One choice of many, by the browser's own list. `name` is what its form sends. */
export function Select<Value extends string>({ name, label, value, choices, onChange }: Props<Value>) {
  return (
    <label className="select">
      <span className="visually-hidden">{label}</span>
      <select name={name} value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </label>
  );
}
