import type { FormEvent } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import './go-to-dialog.css';

interface Props {
  open: boolean;
  page: number;
  total: number;
  onChoose: (page: number) => void;
  onClose: () => void;
}

/** Asks for a page's number and goes there; beyond the last page it goes to the last one and says so. What is no number is waited for. */
export function GoToDialog({ open, page, total, onChoose, onClose }: Props) {
  const t = useTranslate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = event.currentTarget.querySelector('input')!.valueAsNumber;
    if (Number.isNaN(number)) return;
    onChoose(Math.min(Math.max(number, 1), total));
    onClose();
    if (number > total) {
      showToast({ text: t('reader.goto.beyond', { total }), closeLabel: t('reader.close') });
    }
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('reader.goto.title')} closeLabel={t('reader.close')}>
      <form className="goto" noValidate onSubmit={submit}>
        <input
          ref={focusFirst}
          name="page"
          type="number"
          inputMode="numeric"
          min={1}
          max={total}
          defaultValue={page}
          aria-label={t('reader.goto.label', { total })}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button type="submit" look={['primary']}>
          {t('reader.goto.go')}
        </Button>
      </form>
    </Dialog>
  );
}

/** The browser gives the focus to this one when the dialog opens; React's own `autoFocus` would come too early. */
function focusFirst(element: HTMLInputElement | null): void {
  element?.setAttribute('autofocus', '');
}
