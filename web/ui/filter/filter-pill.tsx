import { useEffect, useRef, type ReactNode } from 'react';
import { useHydrated } from '#web/platform/state/hydrated.ts';
import { Icon, type IconName } from '#web/ui/basic/icon.tsx';
import '#web/ui/basic/button.css';
import '#web/ui/overlay/menu.css';
import './filter-pill.css';

interface Props {
  label: string;
  /** How many choices of it are active, as people read it; nothing is shown without. */
  count?: string | undefined;
  closeLabel: string;
  /** A short list: a narrow box. */
  narrow?: boolean;
  /** Shown in place of the label, which then only names it. */
  icon?: IconName;
  /** Its choices come by scripts: without them it is not there, and its box is empty until they answer. */
  needsScript?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/**
 * A box of choices that opens from a pill; on a phone a sheet at the thumb. It opens without scripts, only one of a
 * form at a time; with them Escape and a press elsewhere close it, and it keeps inside the window.
 */
export function Pill({
  label,
  count,
  closeLabel,
  narrow = false,
  icon,
  needsScript = false,
  onToggle,
  children,
}: Props) {
  const host = useRef<HTMLDetailsElement>(null);
  const hydrated = useHydrated();
  const hasBox = hydrated || !needsScript;
  const close = () => {
    if (host.current?.open) {
      closePill(host.current);
    }
  };
  const toggled = (pill: HTMLDetailsElement) => {
    if (pill.open) {
      keepInside(pill);
    }
    onToggle?.(pill.open);
  };
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      const { current } = host;
      if (current?.open && (!current.contains(target as Node) || target === current)) {
        current.open = false;
      }
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') {
        close();
      }
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    // It may have been opened before this script arrived.
    if (host.current?.open) {
      toggled(host.current);
    }
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once it has its box: `toggled` is for what was opened before this script arrived
  }, [hasBox]);
  return (
    <details
      className={needsScript ? 'filter-pill needs-script' : 'filter-pill'}
      name="pill"
      ref={host}
      onToggle={({ currentTarget }) => toggled(currentTarget)}
    >
      <summary title={icon ? label : undefined}>
        {icon ? (
          <>
            <Icon name={icon} className="filter-pill__icon" />
            <span className="visually-hidden">{label}</span>
          </>
        ) : (
          label
        )}
        {count === undefined ? null : <b>{count}</b>}
        {icon ? null : <Icon name="down" />}
      </summary>
      {hasBox ? (
        <div className={narrow ? 'popover popover--narrow' : 'popover'}>
          <div className="filter-pill__head">
            {label}
            <button
              type="button"
              className="btn btn--ghost btn--icon needs-script"
              aria-label={closeLabel}
              onClick={close}
            >
              <Icon name="x" />
            </button>
          </div>
          {children}
        </div>
      ) : null}
    </details>
  );
}

/** Closes a pill and gives the focus back to where it was opened from. */
export function closePill(pill: HTMLDetailsElement): void {
  pill.open = false;
  pill.querySelector('summary')?.focus();
}

/** Lets the box of a pill that stands at the end of its row open towards the start. */
function keepInside(pill: HTMLDetailsElement): void {
  const box = pill.querySelector<HTMLElement>('.popover');
  box?.classList.remove('popover--end');
  const { left = 0, right = 0 } = box?.getBoundingClientRect() ?? {};
  if (left < 0 || right > document.documentElement.clientWidth) {
    box?.classList.add('popover--end');
  }
}
