import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import {
  MAX_REPORT_LENGTH,
  REASONS_WITH_TEXT,
  REPORT_REASONS_BY_SUBJECT,
  type ReportReason,
  type ReportTaken,
} from '#contract/reports.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { ReportedThing } from './report-dialog-store.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/choice/checkbox.css';
import { Link } from '#web/ui/basic/link.tsx';
import './report-form.css';

interface Props {
  what: ReportedThing;
  /** Makes the call, with the answer to a captcha where a guest owes one. */
  send: <Answer>(call: (captcha?: string) => Promise<Answer>) => Promise<Answer>;
  /** Says that a captcha is being solved. */
  captcha: ReactNode;
  onClose: () => void;
}

/** Reports something: why, and what there is to say about it. Guests may leave their name and address, to be asked or told. */
export function ReportForm({ what, send, captcha, onClose }: Props) {
  const t = useTranslate();
  const links = useAddresses();
  const { pathname } = useLocation();
  const hasNotices = useSite().features.includes('dmca');
  const guest = useUser() === null;
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [taken, setTaken] = useState<string | null>(null);
  const { props, busy, errors, message } = useForm(async ({ text = '', name, email }) => {
    const report = {
      subject: what.subject,
      subject_id: what.subject_id,
      reason,
      text,
      ...(name ? { name } : {}),
      ...(email ? { email } : {}),
    };
    setTaken(
      (
        await send((answer) =>
          apiPost<ReportTaken>('/reports', {
            body: { ...report, ...(answer === undefined ? {} : { captcha: answer }) },
          }),
        )
      ).message,
    );
  });
  const end = useRef<HTMLDivElement>(null);
  // The element that had the focus is gone.
  useEffect(() => {
    end.current?.querySelector('button')?.focus();
  }, [taken]);
  if (taken !== null) {
    return (
      <div className="stack">
        <Alert kind="good">{taken}</Alert>
        <div className="row row--end" ref={end}>
          <Button look={['primary']} onClick={onClose}>
            {t('reports.close')}
          </Button>
        </div>
      </div>
    );
  }
  const needsText = reason !== null && REASONS_WITH_TEXT.includes(reason);
  return (
    <form {...props} className="stack">
      {what.name ? <p className="muted">{t('reports.about', { name: what.name })}</p> : null}
      <fieldset className="reasons">
        <legend>{t('reports.why')}</legend>
        {REPORT_REASONS_BY_SUBJECT[what.subject].map((each) => (
          <label key={each} className="check">
            <input
              type="radio"
              name="reason"
              value={each}
              required
              checked={reason === each}
              onChange={() => setReason(each)}
            />
            {t(`reports.reason.${each}`)}
          </label>
        ))}
        {errors.reason ? (
          <p className="error" role="alert">
            {errors.reason.join(' ')}
          </p>
        ) : null}
      </fieldset>
      {reason === 'copyright' && hasNotices ? (
        <p className="alert alert--warn">
          <span>
            {t('reports.copyright')}{' '}
            <Link className="link" to={links.dmca({ work: `${window.location.origin}${pathname}` })}>
              {t('reports.copyright.go')}
            </Link>
          </span>
        </p>
      ) : null}
      <TextArea
        label={t(needsText ? 'reports.textNeeded' : 'reports.text')}
        name="text"
        rows={3}
        maxLength={MAX_REPORT_LENGTH}
        required={needsText}
        error={errors.text}
      />
      {guest ? (
        <>
          <Field label={t('reports.name')} name="name" autoComplete="name" maxLength={100} error={errors.name} />
          <Field
            label={t('reports.email')}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            hint={t('reports.email.hint')}
            error={errors.email}
          />
        </>
      ) : null}
      {captcha}
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <Button look={['ghost']} onClick={onClose}>
          {t('reports.cancel')}
        </Button>
        <SubmitButton busy={busy} disabled={reason === null}>
          {t('reports.send')}
        </SubmitButton>
      </div>
    </form>
  );
}
