import { useState } from 'react';
import {
  WEBHOOK_EVENTS,
  WEBHOOK_FORMS,
  type WebhookEvent,
  type WebhookForm as Form,
  type WebhookWithSecret,
} from '#contract/webhooks.ts';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/choice/checkbox.css';

const KEYS: Record<WebhookEvent, `admin.webhook.event.${'comic' | 'chapter' | 'comment' | 'report'}`> = {
  'comic.published': 'admin.webhook.event.comic',
  'chapter.published': 'admin.webhook.event.chapter',
  'comment.created': 'admin.webhook.event.comment',
  'report.created': 'admin.webhook.event.report',
};

/** Where a webhook leads and what it is told; a new one without `webhook`. */
export function WebhookForm({
  webhook,
  onDone,
}: {
  webhook?: Pick<WebhookWithSecret, 'id' | 'url' | 'form' | 'events' | 'enabled'>;
  onDone: (kept: WebhookWithSecret) => void;
}) {
  const t = useTranslate();
  const hasComments = useFeature('comments');
  const [way, setWay] = useState<Form>(webhook?.form ?? 'standard');
  const { props, errors, message, busy } = useForm(async (values, form) => {
    const events = new FormData(form).getAll('events');
    const body = { url: values.url ?? '', form: way, events, enabled: 'enabled' in values };
    onDone(
      await apiSend<WebhookWithSecret>(
        webhook ? 'PATCH' : 'POST',
        webhook ? `/admin/webhooks/${webhook.id}` : '/admin/webhooks',
        { body },
      ),
    );
  });
  return (
    <form {...props} className="stack">
      <div className="field">
        <span className="label">{t('admin.webhook.form')}</span>
        <Segmented
          label={t('admin.webhook.form')}
          name="form"
          value={way}
          choices={WEBHOOK_FORMS.map((value) => ({ value, label: t(`admin.webhook.form.${value}`) }))}
          onChange={setWay}
        />
      </div>
      <Field
        label={t('admin.webhook.url')}
        name="url"
        type="url"
        dir="ltr"
        defaultValue={webhook?.url}
        error={errors.url}
        hint={t(way === 'discord' ? 'admin.webhook.form.discord.hint' : 'admin.webhook.url.hint')}
        placeholder="https://"
        required
      />
      <fieldset>
        <legend className="label">{t('admin.webhook.events')}</legend>
        {WEBHOOK_EVENTS.filter((event) => hasComments || event !== 'comment.created').map((event) => (
          <label key={event} className="check">
            <input
              type="checkbox"
              name="events"
              value={event}
              defaultChecked={webhook?.events.includes(event) ?? true}
            />
            <span>
              {t(KEYS[event])}{' '}
              <code className="muted small" dir="ltr">
                {event}
              </code>
            </span>
          </label>
        ))}
        {errors.events ? <p className="error">{errors.events.join(' ')}</p> : null}
      </fieldset>
      <label className="check">
        <input type="checkbox" name="enabled" defaultChecked={webhook?.enabled ?? true} />
        {t('admin.webhook.enabled')}
      </label>
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row">
        <SubmitButton busy={busy} look={['primary']}>
          {t(webhook ? 'account.save' : 'admin.webhook.add')}
        </SubmitButton>
      </div>
    </form>
  );
}
