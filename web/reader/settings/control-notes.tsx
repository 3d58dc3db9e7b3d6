import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import type { SettingsControl } from '#web/library/preferences/use-preferences.ts';
import './control-notes.css';

/** Notes on the settings as a whole: that changes are not kept, that some are a newer version's. */
export function ControlNotes({ control: { trouble, newer } }: { control: SettingsControl }) {
  const t = useTranslate();
  if (trouble === null && !newer) return null;
  return (
    <div className="settings-notes">
      {trouble !== null && (
        <Alert kind="bad">
          <span>{t(`reader.settings.${trouble}`)}</span>
        </Alert>
      )}
      {newer && (
        <Alert kind="warn">
          <span>{t('reader.settings.newer')}</span>
        </Alert>
      )}
    </div>
  );
}
