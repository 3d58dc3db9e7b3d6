import type { ComponentProps } from 'react';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import { Menu } from './menu.tsx';

interface Props<Value extends string> extends Pick<ComponentProps<typeof Menu>, 'look' | 'end'> {
  /** The name of the choice, of the button that opens it, which is an icon. */
  label: string;
  icon: IconName;
  value: Value;
  choices: readonly { value: Value; icon: IconName; label: string }[];
  onChoose: (value: Value) => void;
}

/** One choice of a few, each with an icon, in a menu that opens from an icon. */
export function ChoiceMenu<Value extends string>({ label, icon, value, choices, onChoose, ...menu }: Props<Value>) {
  return (
    <Menu
      {...menu}
      summary={
        <>
          <Icon name={icon} />
          <span className="visually-hidden">{label}</span>
        </>
      }
    >
      {choices.map((each) => (
        <button
          key={each.value}
          type="button"
          aria-current={each.value === value ? 'true' : undefined}
          onClick={() => onChoose(each.value)}
        >
          <Icon name={each.icon} />
          {each.label}
          {each.value === value ? <Icon name="check" className="icon--check" /> : null}
        </button>
      ))}
    </Menu>
  );
}
