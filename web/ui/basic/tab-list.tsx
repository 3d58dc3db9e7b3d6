import type { KeyboardEvent } from 'react';
import './tabs.css';

interface Props<Name extends string> {
  label: string;
  /** The id of the element that shows what the chosen tab stands for. */
  panel: string;
  value: Name;
  tabs: readonly { value: Name; label: string }[];
  onChange: (value: Name) => void;
}

/** Tabs within a page: arrows, Home and End choose, as the interface runs. Its panel is a `tabpanel` with the id `panel`. */
export function TabList<Name extends string>({ label, panel, value, tabs, onChange }: Props<Name>) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const onward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const arrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tabs.length - 1
          : arrow
            ? (at + (event.key === onward ? 1 : tabs.length - 1)) % tabs.length
            : -1;
    if (to < 0) return;
    event.preventDefault();
    onChange(tabs[to]!.value);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[to]!.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panel}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
