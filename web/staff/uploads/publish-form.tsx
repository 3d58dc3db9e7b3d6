import { useState } from 'react';
import type { Commit, Upload } from '#contract/uploads.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/choice/checkbox.css';
import { toLocalDatetime } from '#web/ui/form/local-datetime.ts';
import { useUploading } from './use-upload.tsx';
import { useUploadMessages } from './upload-messages.ts';

/** An hour, in ms: what is scheduled begins that far away. */
const HOUR = 3_600_000;

/** Publishes every work of an upload: at once, at a time, or not yet. */
export function PublishForm() {
  const { t, locale, problem } = useUploadMessages();
  const { upload, put, pending, settled, refresh } = useUploading();
  const [publish, setPublish] = useState<Commit['publish']>('now');
  const [time, setTime] = useState(() =>
    toLocalDatetime(new Date(Math.ceil(Date.now() / HOUR) * HOUR + HOUR).toISOString()),
  );
  const [rights, setRights] = useState(false);
  const [incomplete, setIncomplete] = useState(false);
  const [wrong, setWrong] = useState<'time' | 'rights' | 'incomplete' | null>(null);
  const count = upload.works.length;
  const isArriving = upload.files.some(
    ({ state }) => state === 'receiving' || state === 'waiting' || state === 'reading',
  );
  // Of a draft it is asked when it is to be seen.
  const isLacking = upload.lack !== null && publish !== 'draft';
  const form = useForm(async () => {
    const at = publish === 'at' ? new Date(time) : null;
    if (at !== null && !(at.getTime() > Date.now())) {
      setWrong('time');
      return;
    }
    if (isLacking && !incomplete) {
      setWrong('incomplete');
      return;
    }
    if (!rights) {
      setWrong('rights');
      return;
    }
    setWrong(null);
    const saved = await Promise.all([...pending].map((keep) => keep()));
    if (saved.includes(false)) throw new Error(t('upload.publish.unsaved'));
    const version = await settled();
    put(
      await apiPost<Upload>(`/admin/uploads/${upload.id}/commit`, {
        body: {
          version,
          publish,
          at: at?.toISOString() ?? null,
          rights: true,
          incomplete: isLacking && incomplete,
        } satisfies Commit,
      }).catch(async (error: unknown) => {
        await refresh();
        throw error;
      }),
    );
  });
  const zone =
    new Intl.DateTimeFormat(locale, { timeZoneName: 'longGeneric' })
      .formatToParts(new Date())
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return (
    <section className="panel" aria-labelledby="upload-publish">
      <form className="publish" {...form.props}>
        <h2 id="upload-publish">{t('upload.publish.title')}</h2>
        {upload.error === null ? null : (
          <Alert kind="bad">
            <span>{t('upload.publish.failed', { reason: problem(upload.error) })}</span>
          </Alert>
        )}
        <div className="field">
          <span className="label" aria-hidden="true">
            {t('upload.publish.when')}
          </span>
          <div>
            <Segmented
              label={t('upload.publish.when')}
              value={publish}
              onChange={setPublish}
              choices={(['now', 'at', 'draft'] as const).map((value) => ({
                value,
                label: t(`upload.publish.${value}`),
              }))}
            />
          </div>
        </div>
        {publish === 'at' ? (
          <Field
            label={t('upload.publish.time')}
            name="at"
            type="datetime-local"
            required
            value={time}
            min={toLocalDatetime(new Date().toISOString())}
            hint={t('upload.publish.zone', { zone })}
            error={wrong === 'time' ? t('upload.publish.past') : null}
            onChange={({ currentTarget }) => {
              setTime(currentTarget.value);
              setWrong(null);
            }}
          />
        ) : null}
        {upload.lack === null ? null : (
          <Alert kind={wrong === 'incomplete' ? 'bad' : 'warn'}>
            <span>{problem({ code: 'upload-pages-missing', params: upload.lack })}</span>
          </Alert>
        )}
        {isLacking ? (
          <label className="check">
            <input
              type="checkbox"
              checked={incomplete}
              aria-invalid={wrong === 'incomplete' || undefined}
              onChange={({ currentTarget }) => {
                setIncomplete(currentTarget.checked);
                setWrong(null);
              }}
            />
            {t('upload.publish.incomplete')}
          </label>
        ) : null}
        <div>
          <label className="check">
            <input
              type="checkbox"
              checked={rights}
              aria-invalid={wrong === 'rights' || undefined}
              aria-describedby={wrong === 'rights' ? 'rights-missing' : undefined}
              onChange={({ currentTarget }) => {
                setRights(currentTarget.checked);
                setWrong(null);
              }}
            />
            {t('upload.publish.rights')}
          </label>
          {wrong === 'rights' ? (
            <p className="error" id="rights-missing" role="alert">
              {t('upload.publish.rightsMissing')}
            </p>
          ) : null}
        </div>
        {isArriving ? <p className="hint">{t('upload.publish.wait')}</p> : null}
        {form.message === null ? null : (
          <Alert kind="bad">
            <span>{form.message}</span>
          </Alert>
        )}
        <SubmitButton busy={form.busy} disabled={isArriving || count === 0}>
          {t(`upload.publish.submit.${publish}`, { count })}
        </SubmitButton>
      </form>
    </section>
  );
}
