import { useState } from 'react';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
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
  /** Does it; what it throws is shown, and the box stays open. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that cannot be undone. */
export function Confirm({ open, onClose, title, text, action, cancelLabel, closeLabel, onConfirm }: Props) {
  const [failure, setFailure] = useState('');
  const confirm = () => {
    setFailure('');
    onConfirm().then(onClose, ({ message }: Error) => setFailure(message));
  };
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={closeLabel}>
      <p>{text}</p>
      {failure === '' ? null : <Alert kind="bad">{failure}</Alert>}
      <div className="row"><Button look={['danger']} onClick={confirm}>{action}</Button><Button onClick={onClose}>{cancelLabel}</Button></div>
    </Dialog>
  );
}
