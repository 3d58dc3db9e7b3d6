import { useRef, useState } from 'react';
import type { AdminSlide } from '#contract/slides.ts';
import { LOCALE_NAMES } from '#contract/locales.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { toLocalDatetime, fromLocalDatetime, timeZoneName } from '#web/ui/form/local-datetime.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Check } from '#web/ui/choice/checkbox.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { showToast } from '#web/ui/feedback/toasts.tsx';
import '#web/ui/choice/select.css';
import { ComicField } from './comic-field.tsx';

/** One slide: what it says, where it leads, its picture, and for whom and when. */
export function SlideDialog({
  slide,
  onClose,
  done,
}: {
  slide: AdminSlide | null;
  onClose: () => void;
  done: () => void;
}) {
  const t = useTranslate();
  const { locales } = useSite();
  const [comic, setComic] = useState(slide?.comic ?? null);
  // The slide that is saved already, though its picture was refused: sent again it is no second slide.
  const savedSlide = useRef(slide);
  const form = useForm(async (values, element) => {
    const body = {
      title: values.title ?? '',
      url: values.url?.trim() || null,
      comic_id: comic?.id ?? null,
      language: values.language || null,
      starts_at: fromLocalDatetime(values.starts_at ?? ''),
      ends_at: fromLocalDatetime(values.ends_at ?? ''),
      enabled: values.enabled !== undefined,
    };
    const saved =
      savedSlide.current === null
        ? await apiSend<AdminSlide>('POST', '/admin/slides', { body })
        : await apiSend<AdminSlide>('PATCH', `/admin/slides/${savedSlide.current.id}`, {
            body: { ...body, version: savedSlide.current.version },
          });
    savedSlide.current = saved;
    const file = new FormData(element).get('image');
    if (file instanceof File && file.size > 0) {
      await apiSend('PUT', `/admin/slides/${saved.id}/image`, {
        body: new Blob([file], { type: file.type || 'application/octet-stream' }),
      });
    }
    if (values.plain !== undefined) {
      await apiSend('DELETE', `/admin/slides/${saved.id}/image`);
    }
    announce(t('admin.slides.saved'));
    done();
  });
  const remove = () =>
    void apiSend('DELETE', `/admin/slides/${slide!.id}`).then(done, ({ message }: Error) =>
      showToast({ kind: 'bad', text: message, closeLabel: t('library.toast.close') }),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(slide === null ? 'admin.slides.new' : 'admin.slides.edit')}
      closeLabel={t('account.cancel')}
    >
      <form className="stack" {...form.props}>
        <ComicField comic={comic} onChange={setComic} />
        <Field
          label={t('admin.slides.words')}
          name="title"
          defaultValue={slide?.title}
          maxLength={120}
          dir="auto"
          hint={t('admin.slides.words.hint')}
          error={form.errors.title}
        />
        <Field
          label={t('admin.slides.url')}
          name="url"
          defaultValue={slide?.url ?? ''}
          dir="ltr"
          placeholder="/en/latest"
          hint={t('admin.slides.url.hint')}
          error={form.errors.url}
        />
        <Field
          label={t('admin.slides.picture')}
          name="image"
          type="file"
          className="input"
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
          hint={t('admin.slides.picture.hint')}
        />
        {slide?.own_image ? (
          <Check name="plain" value="on" checked={false}>
            {t('admin.slides.picture.remove')}
          </Check>
        ) : null}
        <div className="field">
          <label htmlFor="slide-language">{t('admin.ads.languages')}</label>
          <span className="select">
            <select id="slide-language" name="language" defaultValue={slide?.language ?? ''}>
              <option value="">{t('admin.ads.languages.all')}</option>
              {locales.map((locale) => (
                <option key={locale} value={locale}>
                  {LOCALE_NAMES[locale]}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
        </div>
        <Field
          label={t('admin.ads.starts')}
          name="starts_at"
          type="datetime-local"
          defaultValue={toLocalDatetime(slide?.starts_at)}
          error={form.errors.starts_at}
        />
        <Field
          label={t('admin.ads.ends')}
          name="ends_at"
          type="datetime-local"
          defaultValue={toLocalDatetime(slide?.ends_at)}
          error={form.errors.ends_at}
          hint={t('admin.ads.zone', { zone: timeZoneName() })}
        />
        <Check name="enabled" value="on" checked={slide?.enabled ?? true}>
          {t('admin.ads.enabled')}
        </Check>
        {form.message !== null ? (
          <Alert kind="bad">
            <span>{form.message}</span>
          </Alert>
        ) : null}
        <div className="row">
          <SubmitButton busy={form.busy}>{t('account.save')}</SubmitButton>
          <Button onClick={onClose}>{t('account.cancel')}</Button>
          {slide === null ? null : (
            <Button look={['ghost', 'danger']} className="push" onClick={remove}>
              <Icon name="trash" />
              {t('comments.delete')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
