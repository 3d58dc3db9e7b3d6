import { useEffect, useRef, type MouseEvent, type RefObject, type SyntheticEvent } from 'react';

/** The props a native `<dialog>` needs to be a modal: spread it on the element. */
export interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
  onClose: (event: SyntheticEvent<HTMLDialogElement>) => void;
  onClick: (event: MouseEvent<HTMLDialogElement>) => void;
}

/**
 * Opens and closes a native dialog with `open`. The browser traps the focus, gives it back and closes on Escape;
 * a press beside the dialog closes it too. `onClose` is called however a person closed it, and not for what `open` closed.
 */
export function useModal(open: boolean, onClose: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null || dialog.open === open) return;
    if (open) {
      dialog.showModal();
    } else {
      dialog.close();
    }
  }, [open]);
  const onClick = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && !isInside(event.currentTarget, event)) {
      event.currentTarget.close();
    }
  };
  return {
    ref,
    onClick,
    // Escape, at once: `close` comes in a task of its own, and the next key may come before it. Fields for files have such an event, too.
    onCancel({ target, currentTarget }) {
      if (target === currentTarget) {
        currentTarget.close();
        onClose();
      }
    },
    // Meanwhile the dialog may have gone, been opened again, or given way to another.
    onClose({ currentTarget }) {
      if (open && currentTarget.isConnected && !currentTarget.open) {
        onClose();
      }
    },
  };
}

function isInside(element: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const box = element.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}
