import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { toLocalDatetime, fromLocalDatetime, timeZoneName } from '#web/ui/form/local-datetime.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The instant it stands at now. */
  at: string | null;
  /** Schedules; what it throws is shown. */
  schedule: (at: string) => Promise<void>;
}

/** Asks for a moment to come, in the time zone of the browser, which it names. */
export function ScheduleDialog({ open, onClose, title, at, schedule }: Props) {
  const t = useTranslate();
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={t('latest.filters.close')}>
      <ScheduleForm at={at} schedule={schedule} />
    </Dialog>
  );
}

function ScheduleForm({ at, schedule }: Pick<Props, 'at' | 'schedule'>) {
  const t = useTranslate();
  const { props, busy, errors, message } = useForm(async ({ at: local = '' }) => {
    const moment = fromLocalDatetime(local);
    if (moment === null) throw Object.assign(new Error(t('admin.schedule.future')), { body: { errors: {} } });
    await schedule(moment);
  });
  return (
    <form {...props} className="stack">
      <Field
        name="at"
        type="datetime-local"
        label={t('admin.schedule.at')}
        required
        defaultValue={at === null ? '' : toLocalDatetime(at)}
        error={errors.at}
        hint={t('admin.schedule.zone', { zone: timeZoneName() })}
      />
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <SubmitButton busy={busy}>{t('admin.action.schedule')}</SubmitButton>
      </div>
    </form>
  );
}
