import { useState } from 'react';
import { BanDialog } from '#web/staff/users/ban-dialog.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';

/** Bans a member, asking why and for how long first. */
export function BanButton({ username, onDone }: { username: string; onDone: () => void }) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look={['ghost']} onClick={() => setOpen(true)}>
        {t('moderation.ban', { name: username })}
      </Button>
      <BanDialog username={username} open={open} onClose={() => setOpen(false)} onDone={onDone} />
    </>
  );
}
