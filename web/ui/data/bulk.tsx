import type { ReactNode } from 'react';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import './bulk.css';

interface Props {
  /** The label of the bar: 'Change the selected comics'. */
  label: string;
  /** How many are selected, in words. */
  count: string;
  clearLabel: string;
  onClear: () => void;
  /** Buttons, or menus that open upwards. */
  children: ReactNode;
}

/** The actions on the selection; the bar stays at the foot of the screen while its list is shown. */
export function BulkBar({ label, count, clearLabel, onClear, children }: Props) {
  return (
    <div className="bulk" role="group" aria-label={label}>
      <b className="num" role="status">
        {count}
      </b>
      <span className="push" />
      {children}
      <Button look={['ghost', 'icon']} aria-label={clearLabel} title={clearLabel} onClick={onClear}>
        <Icon name="x" />
      </Button>
    </div>
  );
}
