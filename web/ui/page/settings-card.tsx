import { useId, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { useForm, type Form, type FormValues } from '#web/ui/form/form.ts';
import { Icon } from '#web/ui/basic/icon.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import './settings-card.css';

/** A part of a section: what it is for, and beside it what can be changed. */
export function SetCard({
  id,
  title,
  text,
  children,
}: {
  /** Where links lead to it. */
  id?: string;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section id={id} className="settings-card" aria-labelledby={heading}>
      <div className="settings-card__head">
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        {text ? <p>{text}</p> : null}
      </div>
      <div className="settings-card__body">{children}</div>
    </section>
  );
}

interface FormProps {
  /** The label of the button. */
  label: string;
  look?: 'primary' | 'plain' | 'danger';
  /** The message once it is done. */
  done?: string;
  submit: (values: FormValues, form: HTMLFormElement) => Promise<unknown>;
  children?: (form: Form) => ReactNode;
}

/**
 * A form with its own button. What the API refuses stands at its field or above the button; that it was done is said
 * beside the button and read out. A page that was loaded anew with `saved` in its query says so too.
 */
export function SetForm({ label, look = 'primary', done, submit, children }: FormProps) {
  const t = useTranslate();
  const [query] = useSearchParams();
  const [saved, setSaved] = useState(query.has('saved'));
  const form = useForm(async (values, element) => {
    setSaved(false);
    await submit(values, element);
    setSaved(true);
  });
  const { onInput } = form.props;
  return (
    <form
      className="settings-card__body"
      {...form.props}
      onInput={(event) => {
        setSaved(false);
        onInput(event);
      }}
    >
      {children?.(form)}
      {form.message !== null && Object.keys(form.errors).length === 0 ? (
        <Alert kind="bad">
          <span>{form.message}</span>
        </Alert>
      ) : null}
      <div className="row">
        <SubmitButton look={look === 'plain' ? [] : [look]} busy={form.busy}>
          {label}
        </SubmitButton>
        <span className="settings-card__done" role="status">
          {saved ? (
            <>
              <Icon name="check" className="icon--s" />
              {done ?? t('account.saved')}
            </>
          ) : null}
        </span>
      </div>
    </form>
  );
}
