import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { keepCookie } from './hidden-terms.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';

const HiddenDialog = lazyPart(async () => (await import('./hidden-dialog.tsx')).HiddenDialog, { whenMissing: 'fail' });

/** Opens the list of what this visitor hides; `children` stand in place of its usual words. */
export function HiddenButton({ className, children }: { className?: string; children?: ReactNode }) {
  const t = useTranslate();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  // The server goes by the cookie, people by what they see in the list.
  useEffect(keepCookie, []);
  return (
    <>
      <button
        type="button"
        className={`needs-script ${className ?? ''}`}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        <Icon name="eye-off" />
        {children ?? t('hidden.title')}
      </button>
      {state === 'never'
        ? null
        : createPortal(<HiddenDialog open={state === 'open'} onClose={() => setState('closed')} />, document.body)}
    </>
  );
}
