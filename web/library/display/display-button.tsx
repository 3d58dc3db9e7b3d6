import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Icon } from '#web/ui/basic/icon.tsx';
import { lazyPart } from '#web/ui/page/lazy.tsx';

const DisplayDialog = lazyPart(
  async () => (await import('#web/library/display-settings/display-dialog.tsx')).DisplayDialog,
  { whenMissing: 'fail' },
);

/** Opens what this visitor chooses of how comics are shown. */
export function DisplayButton({ className = '' }: { className?: string }) {
  const t = useTranslate();
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <button
        type="button"
        className={`needs-script ${className}`}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        <Icon name="sliders" />
        {t('display.title')}
      </button>
      {state === 'never'
        ? null
        : createPortal(<DisplayDialog open={state === 'open'} onClose={() => setState('closed')} />, document.body)}
    </>
  );
}
