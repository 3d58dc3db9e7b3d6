import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { setIncognito, useIncognito } from '#web/library/progress/incognito.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import type { ReaderContext } from '#web/reader/context/reader-context.ts';
import { useActionHandler } from '#web/reader/context/use-action-handler.ts';
import './incognito-control.css';

/** Reads on without leaving a trace, or with one again, as `incognito` asks for; answers which it is. */
export function useIncognitoTool(reader: ReaderContext): boolean {
  const t = useTranslate();
  const isOn = useIncognito();
  useActionHandler(reader, 'incognito', () => {
    setIncognito(!isOn);
    showToast({ text: t(isOn ? 'reader.incognito.off' : 'reader.incognito.on'), closeLabel: t('reader.close') });
  });
  return isOn;
}

/** Says over the pages, also without the bars, that no trace is left. */
export function IncognitoMark() {
  return (
    <span className="incognito" aria-hidden="true">
      <Icon name="eye-off" />
    </span>
  );
}
