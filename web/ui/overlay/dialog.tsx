import { useId, type ReactNode } from 'react';
import './dialog.css';
import { Icon } from '#web/ui/basic/icon.tsx';
import { useModal } from './modal.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
}

/** A modal box in the middle of the screen; on a phone a sheet at the thumb. Its content exists only while it is open. */
export function Dialog({ open, onClose, title, closeLabel, children }: Props) {
  const heading = useId();
  const modal = useModal(open, onClose);
  return (
    <dialog className="dialog" aria-labelledby={heading} {...modal}>
      {open && (
        <>
          <div className="dialog__head">
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
          <div className="dialog__body">{children}</div>
        </>
      )}
    </dialog>
  );
}
