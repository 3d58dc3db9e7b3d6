import type { UploadLimits } from '#contract/uploads.ts';
import { formatExact } from '#web/platform/i18n/format.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useUploadMessages } from './upload-messages.ts';

/** The chapters of one's works that others cannot bring out yet, as a group has its delay; nothing where there is none. */
export function Delays({ limits: { delays } }: { limits: UploadLimits }) {
  const { t, locale } = useUploadMessages();
  if (delays.length === 0) return null;
  return (
    <Alert kind="warn">
      <div>
        {t('upload.delays')}
        <ul className="upload-delays">
          {delays.map(({ comic, group, number, until }) => (
            <li key={`${comic} ${group} ${number}`}>
              {t('upload.delay', { comic, group, number, date: formatExact(locale, until) })}
            </li>
          ))}
        </ul>
      </div>
    </Alert>
  );
}
