import type { ReviewPage } from '#contract/reviews.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import './review-lock.css';

/** Of moderators: how many scores do not count yet, and a way to close reviews and scores of the comic. */
export function ReviewLock({
  slug,
  isLocked,
  staff: { reason, uncounted },
  onChanged,
}: {
  slug: string;
  isLocked: boolean;
  staff: NonNullable<ReviewPage['staff']>;
  onChanged: () => Promise<void>;
}) {
  const t = useTranslate();
  const path = `/moderation/comics/${encodeURIComponent(slug)}/reviews/lock`;
  const form = useForm(async ({ reason: why = '' }) => {
    await (isLocked ? apiSend('DELETE', path) : apiSend('PUT', path, { body: { reason: why } }));
    await onChanged();
  });
  return (
    <details className="review-lock needs-script">
      <summary className="btn">{t('reviews.staff', { count: uncounted })}</summary>
      <form {...form.props} className="panel stack">
        <p className="small muted">{t('reviews.staff.text')}</p>
        {isLocked ? (
          <p dir="auto">{reason}</p>
        ) : (
          <Field label={t('comments.reason')} name="reason" maxLength={500} error={form.errors.reason} />
        )}
        {form.message ? <Alert kind="bad">{form.message}</Alert> : null}
        <div className="row">
          <SubmitButton busy={form.busy}>{t(isLocked ? 'reviews.unlock' : 'reviews.lock')}</SubmitButton>
        </div>
      </form>
    </details>
  );
}
