import { useState } from 'react';
import { announce } from './announcer.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text }: { text: string }) {
  const t = useTranslate();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(t('account.copied'));
    } catch {
      /* the browser forbids it; the text is there to be selected */
    }
  };
  return (
    <Button onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} />
      {t(copied ? 'account.copied' : 'account.copy')}
    </Button>
  );
}
