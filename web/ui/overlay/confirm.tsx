import { useState } from 'react';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  text: string;
  /** The label of the button that does it. */
  action: string;
  cancelLabel: string;
  closeLabel: string;
  /** Does it, once however often it is pressed; what it throws is shown, and the box stays open. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that cannot be undone. */
export function Confirm({ open, onClose, title, text, action, cancelLabel, closeLabel, onConfirm }: Props) {
  const [{ busy, failure }, setState] = useState({ busy: false, failure: '' });
  const confirm = () => {
    if (busy) return;
    setState({ busy: true, failure: '' });
    onConfirm().then(
      () => {
        setState({ busy: false, failure: '' });
        onClose();
      },
      ({ message }: Error) => setState({ busy: false, failure: message }),
    );
  };
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={closeLabel}>
      <p>{text}</p>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      <div className="row">
        <SubmitButton look={['danger']} busy={busy} onClick={confirm}>
          {action}
        </SubmitButton>
        <Button onClick={onClose}>{cancelLabel}</Button>
      </div>
    </Dialog>
  );
}
