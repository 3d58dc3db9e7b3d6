import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { keepCookie } from './hidden-terms.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';

const HiddenDialog = lazy(async () => ({ default: (await import('./hidden-dialog.tsx')).HiddenDialog }));

/** Opens the list of what this visitor hides; `children` stand in place of its usual words. */
export function HiddenButton({ className, children }: { className?: string; children?: ReactNode }) {
  const t = useTranslate();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  // The server goes by the cookie, people by what they see in the list.
  useEffect(keepCookie, []);
  return (
    <>
      <button type="button" className={`needs-script ${className ?? ''}`} aria-haspopup="dialog" onClick={() => setState('open')}>
        <Icon name="eye-off" />{children ?? t('hidden.title')}
      </button>
      {state === 'never' ? null : createPortal(<Suspense fallback={null}><HiddenDialog open={state === 'open'} onClose={() => setState('closed')} /></Suspense>, document.body)}
    </>
  );
}
