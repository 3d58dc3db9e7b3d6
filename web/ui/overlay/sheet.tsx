import { useId, type ReactNode } from 'react';
import './sheet.css';
import { Icon } from '#web/ui/basic/icon.tsx';
import { useModal } from './modal.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  /** Stays in sight while the rest scrolls. */
  head: ReactNode;
  children: ReactNode;
}

/** A modal panel at the end of the screen, at the thumb on a phone; what it changes stays visible beside it. */
export function Sheet({ open, onClose, title, closeLabel, head, children }: Props) {
  const heading = useId();
  const modal = useModal(open, onClose);
  return (
    <dialog className="sheet" aria-labelledby={heading} {...modal}>
      {open && (
        <>
          <div className="sheet__head">
            <div>
              <h2 id={heading}>{title}</h2>
              <button
                type="button"
                className="btn btn--ghost btn--icon"
                aria-label={closeLabel}
                onClick={() => modal.ref.current?.close()}
              >
                <Icon name="x" />
              </button>
            </div>
            {head}
          </div>
          <div className="sheet__body">{children}</div>
        </>
      )}
    </dialog>
  );
}
