import type { ListDraft } from '#contract/library.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import '#web/ui/choice/checkbox.css';

/** A list's name, what it is about, and who may see it. `save` gets what was entered; what it throws is shown. */
export function ListForm({
  list,
  action,
  save,
}: {
  list: ListDraft;
  action: string;
  save: (list: ListDraft) => Promise<unknown>;
}) {
  const t = useTranslate();
  const form = useForm(({ name = '', description = '', public: shown }) =>
    save({ name, description, public: shown !== undefined }),
  );
  return (
    <form {...form.props} className="stack">
      <Field
        label={t('library.list.name')}
        name="name"
        defaultValue={list.name}
        maxLength={100}
        autoComplete="off"
        required
        error={form.errors.name}
      />
      <TextArea
        label={t('library.list.description')}
        name="description"
        defaultValue={list.description}
        maxLength={1000}
        error={form.errors.description}
      />
      <label className="check">
        <input type="checkbox" name="public" defaultChecked={list.public} />
        {t('library.list.public')}
      </label>
      {form.message && Object.keys(form.errors).length === 0 ? <Alert kind="bad">{form.message}</Alert> : null}
      <div>
        <SubmitButton busy={form.busy}>{action}</SubmitButton>
      </div>
    </form>
  );
}
