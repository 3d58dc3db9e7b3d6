import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Field, TextArea } from '#web/ui/form/field.tsx';
import type { Form } from '#web/ui/form/form.ts';

/** The fields by which whoever sends a notice or answers one can be reached: address, telephone and mail. */
export function ContactFields({ errors }: Pick<Form, 'errors'>) {
  const t = useTranslate();
  return (
    <>
      <TextArea
        label={t('law.form.address')}
        name="address"
        rows={3}
        autoComplete="street-address"
        maxLength={500}
        required
        error={errors.address}
      />
      <Field
        label={t('law.form.phone')}
        name="phone"
        type="tel"
        dir="ltr"
        autoComplete="tel"
        maxLength={50}
        required
        error={errors.phone}
      />
      <Field
        label={t('law.form.email')}
        name="email"
        type="email"
        dir="ltr"
        autoComplete="email"
        maxLength={254}
        required
        error={errors.email}
      />
    </>
  );
}
