import type { ComponentProps } from 'react';
import { Button } from '#web/ui/basic/button.tsx';
import { Mark } from '#web/ui/feedback/spinner.tsx';

/** Sends its form; while that is on its way it shows so, and stays where the focus is. */
export function SubmitButton({
  busy,
  children,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'type'> & { busy: boolean }) {
  return (
    <Button
      type="submit"
      look={['primary']}
      aria-disabled={busy || undefined}
      className={busy ? 'is-busy' : undefined}
      {...rest}
    >
      {busy ? <Mark /> : null}
      {children}
    </Button>
  );
}
