import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import './menu.css';

interface Props {
  /** The content of the closed menu. */
  summary: ReactNode;
  /** Classes of the summary, a button by its look. */
  look: string;
  /** Opens upwards. */
  up?: boolean;
  /** Lies at the end of its summary. */
  end?: boolean;
  /** Links or buttons; the current one has `aria-current`. */
  children: ReactNode;
}

/** A list of links or buttons that opens from a button. It opens without scripts; with them Escape, a press elsewhere and a choice close it. */
export function Menu({ summary, look, up = false, end = false, children }: Props) {
  const host = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = () => {
      if (host.current) {
        host.current.open = false;
      }
    };
    const onPress = ({ target }: Event) => {
      if (!host.current?.contains(target as Node)) {
        close();
      }
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !host.current?.open) return;
      event.preventDefault();
      close();
      host.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  const onChoose = (event: MouseEvent) => {
    const { current: menu } = host;
    if (!menu || !(event.target as Element).closest('a, button')) return;
    // The chosen entry goes out of sight; a dialog it opens gives the focus back to the menu.
    if (menu.contains(document.activeElement)) {
      menu.querySelector('summary')!.focus();
    }
    menu.open = false;
  };
  return (
    <details className="menu-host" ref={host}>
      <summary className={look}>{summary}</summary>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears of the links and buttons within, by press or key */}
      <div className={`popover menu${up ? ' popover--up' : ''}${end ? ' popover--end' : ''}`} onClick={onChoose}>
        {children}
      </div>
    </details>
  );
}
