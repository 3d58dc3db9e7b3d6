import { useState } from 'react';
import {
  ANNOUNCEMENT_LEVELS,
  AUDIENCES,
  type ManagedAnnouncement,
  MAX_ANNOUNCEMENT_LENGTH,
} from '#contract/announcements.ts';
import { LOCALES, textDirection, type Locale } from '#contract/locales.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiSend } from '#web/platform/api/api.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { toLocalDatetime, fromLocalDatetime } from '#web/ui/form/local-datetime.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { Segmented } from '#web/ui/choice/segmented.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/choice/checkbox.css';
import './announcements.css';

interface Props {
  /** Null for a new one. */
  announcement: ManagedAnnouncement | null;
  onDone: () => void;
  onCancel: () => void;
}

/** The form of an announcement: its text in each language, to whom, and from when until when. */
export function AnnouncementForm({ announcement, onDone, onCancel }: Props) {
  const t = useTranslate();
  const own = useLocale();
  const { locales } = useSite();
  const [level, setLevel] = useState<ManagedAnnouncement['level']>(announcement?.level ?? 'info');
  const [audience, setAudience] = useState<ManagedAnnouncement['audience']>(announcement?.audience ?? 'everyone');
  const { props, errors, message, busy } = useForm(async (values) => {
    const texts = Object.fromEntries(
      LOCALES.flatMap((locale) => {
        const text = values[`text-${locale}`]?.trim();
        return text ? [[locale, text]] : [];
      }),
    );
    const body = {
      texts,
      level,
      audience,
      dismissible: 'dismissible' in values,
      starts_at: fromLocalDatetime(values.starts_at ?? ''),
      ends_at: fromLocalDatetime(values.ends_at ?? ''),
    };
    await apiSend(
      announcement === null ? 'POST' : 'PUT',
      announcement === null ? '/admin/announcements' : `/admin/announcements/${announcement.id}`,
      { body },
    );
    announce(t('account.saved'));
    onDone();
  });
  const ordered = [own, ...locales.filter((each) => each !== own)];
  const area = (locale: Locale) => (
    <TextArea
      key={locale}
      name={`text-${locale}`}
      lang={locale}
      dir={textDirection(locale)}
      rows={3}
      maxLength={MAX_ANNOUNCEMENT_LENGTH}
      defaultValue={announcement?.texts[locale] ?? ''}
      label={new Intl.DisplayNames([own], { type: 'language' }).of(locale) ?? locale}
      error={locale === own ? errors.texts : errors[`texts.${locale}`]}
      hint={locale === own ? t('admin.announcement.markdown') : undefined}
    />
  );
  return (
    <form {...props} className="stack">
      {area(own)}
      <details open={Object.keys(announcement?.texts ?? {}).some((locale) => locale !== own)}>
        <summary className="announcements__more">
          <Icon name="down" className="icon--s" />
          {t('admin.announcement.languages')}
        </summary>
        <div className="announcements__texts">{ordered.slice(1).map(area)}</div>
      </details>
      <div className="announcements__fields">
        <div className="field">
          <span className="label">{t('admin.announcement.level')}</span>
          <Segmented
            label={t('admin.announcement.level')}
            value={level}
            onChange={setLevel}
            choices={ANNOUNCEMENT_LEVELS.map((value) => ({ value, label: t(`admin.announcement.level.${value}`) }))}
          />
        </div>
        <div className="field">
          <span className="label">{t('admin.announcement.audience')}</span>
          <Segmented
            label={t('admin.announcement.audience')}
            value={audience}
            onChange={setAudience}
            choices={AUDIENCES.map((value) => ({ value, label: t(`admin.announcement.audience.${value}`) }))}
          />
        </div>
        <Field
          label={t('admin.announcement.from')}
          name="starts_at"
          type="datetime-local"
          defaultValue={toLocalDatetime(announcement?.starts_at)}
          error={errors.starts_at}
          hint={t('admin.announcement.from.hint')}
        />
        <Field
          label={t('admin.announcement.until')}
          name="ends_at"
          type="datetime-local"
          defaultValue={toLocalDatetime(announcement?.ends_at)}
          error={errors.ends_at}
          hint={t('admin.announcement.until.hint')}
        />
      </div>
      {audience === 'members' ? <p className="hint">{t('admin.announcement.members.hint')}</p> : null}
      <label className="check">
        <input type="checkbox" name="dismissible" defaultChecked={announcement?.dismissible ?? true} />
        {t('admin.announcement.dismissible')}
      </label>
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row">
        <SubmitButton busy={busy} look={['primary']}>
          {t('account.save')}
        </SubmitButton>
        <Button look={['ghost']} onClick={onCancel}>
          {t('comments.cancel')}
        </Button>
      </div>
    </form>
  );
}
