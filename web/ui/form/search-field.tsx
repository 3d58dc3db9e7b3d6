import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import './field.css';

interface Props {
  name: string;
  value: string;
  /** Stands in the empty field and names it. */
  label: string;
  submitLabel: string;
}

/** A field to look for something; its form sends it on Enter or by the button at its end. */
export function SearchField({ name, value, label, submitLabel }: Props) {
  return (
    <div className="affix">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        name={name}
        defaultValue={value}
        placeholder={label}
        aria-label={label}
        maxLength={200}
        enterKeyHint="search"
      />
      <Button type="submit" look={['ghost', 'icon']} aria-label={submitLabel}>
        <Icon name="next" className="flip" />
      </Button>
    </div>
  );
}
