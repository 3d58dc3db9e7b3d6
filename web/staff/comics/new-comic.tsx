import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminComic } from '#contract/editing.ts';
import type { Term } from '#contract/taxonomy.ts';
import { apiGet, apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { TermPicker, type PickedTerm } from '#web/staff/terms/term-picker.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { SwitchField } from '#web/ui/choice/switch.tsx';

/** Makes an empty draft and leads to its editor. */
export function NewComicButton() {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look={['primary']} onClick={() => setOpen(true)}>
        <Icon name="plus" />
        {t('admin.comics.new')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('admin.comics.new')}
        closeLabel={t('latest.filters.close')}
      >
        <NewComicForm />
      </Dialog>
    </>
  );
}

function NewComicForm() {
  const t = useTranslate();
  const links = useAddresses();
  const navigate = useNavigate();
  const hasLanguages = useFeature('languages');
  const [language, setLanguage] = useState<readonly PickedTerm[]>([]);
  const { props, busy, errors, message } = useForm(async ({ title = '', chapters }) => {
    const code =
      language[0] === undefined
        ? null
        : ((await apiGet<Term>(`/languages/${language[0].id}`)).code ?? language[0].slug);
    const { slug } = await apiPost<AdminComic>('/admin/comics', {
      body: { title, language: code, oneshot: chapters === undefined },
    });
    await navigate(links.admin('comics', slug));
  });
  return (
    <form {...props} className="stack">
      <Field name="title" label={t('admin.field.title')} required maxLength={500} error={errors.title} />
      {hasLanguages ? (
        <TermPicker
          path="languages"
          single
          label={t('latest.filters.languages')}
          value={language}
          onChange={setLanguage}
        />
      ) : null}
      <SwitchField name="chapters" on={false}>
        {t('admin.comics.chapters')}
      </SwitchField>
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row row--end">
        <SubmitButton busy={busy}>{t('admin.comics.create')}</SubmitButton>
      </div>
    </form>
  );
}
