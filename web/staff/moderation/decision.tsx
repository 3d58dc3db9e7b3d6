import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';

interface Props {
  /** The label of the field for the reason. */
  label: string;
  /** The possible decisions; the first one is not the grave one. */
  choices: readonly { value: string; label: string; grave?: boolean }[];
  /** Carries the decision out. Throws the refusal of the API. */
  decide: (value: string, reason: string) => Promise<unknown>;
  children?: ReactNode;
}

/** Buttons that decide about something, each with a reason to give. */
export function Decision({ label, choices, decide, children }: Props) {
  const t = useTranslate();
  const [chosen, choose] = useState<Props['choices'][number] | null>(null);
  const { props, busy, errors, message } = useForm(async ({ reason = '' }) => {
    await decide(chosen!.value, reason);
    choose(null);
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, [chosen]);
  if (chosen === null) {
    return (
      <div className="row">
        {choices.map((choice) => (
          <Button key={choice.value} look={choice.grave ? ['danger'] : []} onClick={() => choose(choice)}>
            {choice.label}
          </Button>
        ))}
        {children}
      </div>
    );
  }
  return (
    <form {...props} className="stack" ref={form}>
      <Field label={label} name="reason" maxLength={500} error={errors.reason ?? errors.outcome} />
      {message === null ? null : <Alert kind="bad">{message}</Alert>}
      <div className="row">
        <SubmitButton busy={busy} look={chosen.grave ? ['danger'] : ['primary']}>
          {chosen.label}
        </SubmitButton>
        <Button look={['ghost']} onClick={() => choose(null)}>
          {t('comments.cancel')}
        </Button>
      </div>
    </form>
  );
}
