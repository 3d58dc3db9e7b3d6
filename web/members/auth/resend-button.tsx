import { useState } from 'react';
import type { MessageResponse } from '#contract/accounts.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';

/** Sends the mail that verifies the address again: `resend`, then `resending`, then what the server said; pressed in the first state only. */
export function ResendButton() {
  const t = useTranslate();
  const [state, setState] = useState<'resend' | 'resending' | { told: string }>('resend');
  const resend = () => {
    setState('resending');
    apiPost<MessageResponse>('/email/resend').then(
      ({ message }) => setState({ told: message }),
      (failure: Error) => setState({ told: failure.message }),
    );
  };
  // Disabled by what it says, so that the focus stays and the answer is heard.
  return (
    <Button
      className="btn resend"
      aria-live="polite"
      aria-disabled={state !== 'resend' || undefined}
      onClick={() => {
        if (state === 'resend') {
          resend();
        }
      }}
    >
      {typeof state === 'object' ? state.told : t(`auth.${state}`)}
    </Button>
  );
}
