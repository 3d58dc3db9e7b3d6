import { CaptchaPanel } from '#web/ui/captcha/captcha-panel.tsx';
import { useCaptcha } from '#web/ui/captcha/captcha.ts';
import { ReportForm } from './report-form.tsx';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { closeReport, type ReportedThing } from './report-dialog-store.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

/** The form that reports something, in a dialog. */
export function ReportPopup({ what, open }: { what: ReportedThing; open: boolean }) {
  const t = useTranslate();
  const { send, progress } = useCaptcha('report');
  return (
    <Dialog
      open={open}
      onClose={closeReport}
      title={t(`reports.title.${what.subject}`)}
      closeLabel={t('site.menu.close')}
    >
      <ReportForm
        key={`${what.subject} ${what.subject_id}`}
        what={what}
        send={send}
        captcha={<CaptchaPanel progress={progress} />}
        onClose={closeReport}
      />
    </Dialog>
  );
}
