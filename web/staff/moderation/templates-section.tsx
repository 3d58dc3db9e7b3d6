import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { LOCALE_NAMES, LOCALES, type Locale } from '#contract/locales.ts';
import { type Act, ACTS, type Template } from '#contract/moderation.ts';
import type { Feature } from '#contract/site.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { apiGet, apiSend } from '#web/platform/api/api.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useSite } from '#web/platform/page/root-data.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Badge } from '#web/ui/basic/badge.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Confirm } from '#web/ui/overlay/confirm.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Select } from '#web/ui/choice/select.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/basic/card.css';
import './moderation.css';

/** Statements that are used again. */
export function load({ request }: SectionArgs): Promise<Template[]> {
  return apiGet('/moderation/templates', { request });
}

/** Statements of reasons, by language; admins change them. */
export function Section({ data: templates }: SectionProps<Template[]>) {
  const t = useTranslate();
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const may = useUser()?.role === 'admin';
  const [edited, edit] = useState<Template | 'new' | null>(null);
  const [gone, remove] = useState<Template | null>(null);
  const titleFor = ({ texts }: Template) => (texts[locale] ?? texts.en ?? Object.values(texts)[0])?.title ?? '';
  return (
    <>
      <div className="row">
        <p className="muted">{t('moderation.templates.text')}</p>
        <span className="push" />
        {may ? (
          <Button look={['primary']} onClick={() => edit('new')}>
            {t('moderation.template.new')}
          </Button>
        ) : null}
      </div>
      {templates.length === 0 ? (
        <EmptyState title={t('moderation.templates.empty')} />
      ) : (
        <ul className="moderation__list">
          {templates.map((template) => {
            const words = template.texts[locale] ?? template.texts.en ?? Object.values(template.texts)[0];
            return (
              <li key={template.id} className="panel stack">
                <div className="row">
                  <h2 className="queue-item__title">
                    <bdi>{titleFor(template)}</bdi>
                  </h2>
                  <Badge>{t(`moderation.act.${template.act}`)}</Badge>
                  <span className="small muted">
                    {Object.keys(template.texts)
                      .map((each) => LOCALE_NAMES[each as Locale])
                      .join(', ')}
                  </span>
                  <span className="push" />
                  {may ? (
                    <>
                      <Button look={['ghost']} onClick={() => edit(template)}>
                        {t('comments.edit')}
                      </Button>
                      <Button look={['ghost']} onClick={() => remove(template)}>
                        {t('comments.delete')}
                      </Button>
                    </>
                  ) : null}
                </div>
                <dl className="moderation-facts">
                  {(['what', 'why', 'redress'] as const)
                    .filter((part) => words?.[part])
                    .map((part) => (
                      <div key={part}>
                        <dt>{t(`moderation.${part}`)}</dt>
                        <dd dir="auto">{words![part]}</dd>
                      </div>
                    ))}
                </dl>
              </li>
            );
          })}
        </ul>
      )}
      <Dialog
        open={edited !== null}
        onClose={() => edit(null)}
        title={t(edited === 'new' ? 'moderation.template.new' : 'moderation.template.edit')}
        closeLabel={t('comments.cancel')}
      >
        {edited === null ? null : (
          <TemplateForm
            template={edited === 'new' ? null : edited}
            onDone={() => {
              edit(null);
              void revalidate();
            }}
          />
        )}
      </Dialog>
      <Confirm
        open={gone !== null}
        onClose={() => remove(null)}
        title={t('moderation.template.delete')}
        text={gone === null ? '' : titleFor(gone)}
        action={t('comments.delete')}
        cancelLabel={t('comments.cancel')}
        closeLabel={t('comments.cancel')}
        onConfirm={async () => {
          await apiSend('DELETE', `/moderation/templates/${gone!.id}`);
          await revalidate();
        }}
      />
    </>
  );
}

type Texts = Template['texts'];

/** Actions that exist only where the site has a feature. */
const FEATURED: Partial<Record<Act, Feature>> = {
  show: 'comments',
  hide: 'comments',
  delete: 'comments',
  takedown: 'dmca',
  reject: 'dmca',
  restore: 'dmca',
};

function TemplateForm({ template, onDone }: { template: Template | null; onDone: () => void }) {
  const t = useTranslate();
  const own = useLocale();
  const { features } = useSite();
  const [act, choose] = useState<Act | 'any'>(template?.act ?? 'any');
  const [locale, speak] = useState<Locale>(own);
  const [texts, write] = useState<Texts>(template?.texts ?? {});
  const { props, busy, errors, message } = useForm(async () => {
    const filled = Object.fromEntries(
      Object.entries(texts).filter(([, words]) => words && Object.values(words).some((part) => part.trim() !== '')),
    );
    await apiSend(
      template === null ? 'POST' : 'PUT',
      template === null ? '/moderation/templates' : `/moderation/templates/${template.id}`,
      { body: { act, texts: filled } },
    );
    announce(t('moderation.done'));
    onDone();
  });
  // The action a template was written for is shown, whatever the site has since switched off.
  const acts = ACTS.filter((each) => {
    const feature = FEATURED[each];
    return feature === undefined || features.includes(feature) || each === template?.act;
  });
  const words = texts[locale] ?? { title: '', what: '', why: '', redress: '' };
  const put = (part: keyof typeof words) => ({
    name: part,
    value: words[part],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      write({ ...texts, [locale]: { ...words, [part]: currentTarget.value } }),
  });
  return (
    <form {...props} className="stack">
      <div className="row">
        <Select
          name="act"
          label={t('moderation.template.for')}
          value={act}
          onChange={choose}
          choices={(['any', ...acts] as const).map((value) => ({ value, label: t(`moderation.act.${value}`) }))}
        />
        <Select
          name="locale"
          label={t('moderation.template.language')}
          value={locale}
          onChange={speak}
          choices={LOCALES.map((value) => ({
            value,
            label: `${LOCALE_NAMES[value]}${texts[value]?.title ? ' ✓' : ''}`,
          }))}
        />
      </div>
      <div className="stack" lang={locale}>
        <Field
          label={t('moderation.template.title')}
          maxLength={100}
          dir="auto"
          error={errors[`texts.${locale}.title`] ?? errors.texts}
          {...put('title')}
        />
        <TextArea label={t('moderation.what')} rows={2} maxLength={2000} dir="auto" {...put('what')} />
        <TextArea label={t('moderation.why')} rows={3} maxLength={2000} dir="auto" {...put('why')} />
        <TextArea label={t('moderation.redress')} rows={2} maxLength={2000} dir="auto" {...put('redress')} />
      </div>
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <SubmitButton busy={busy}>{t('comments.save')}</SubmitButton>
      </div>
    </form>
  );
}
