import { useEffect, useState } from 'react';
import type { Evidence } from '#contract/blocklist.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useForm } from '#web/ui/form/form.ts';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';

/** The picture of a case: fetched only by someone who says why, which is recorded, and blurred until it is asked to be clear. */
export function CasePicture({ id }: { id: number }) {
  const t = useTranslate();
  const [address, setAddress] = useState<string | null>(null);
  const [clear, setClear] = useState(false);
  const form = useForm(async ({ reason = '' }) => {
    const { base64 } = await apiGet<Evidence>(`/admin/blocklists/quarantine/${id}/picture`, { params: { reason } });
    setAddress(URL.createObjectURL(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))])));
  });
  useEffect(
    () => () => {
      if (address !== null) {
        URL.revokeObjectURL(address);
      }
    },
    [address],
  );
  if (address === null) {
    return (
      <form className="stack blocklist__picture" {...form.props}>
        <Field
          label={t('admin.blocklist.reason')}
          name="reason"
          minLength={3}
          maxLength={200}
          hint={t('admin.blocklist.reason.hint')}
          error={form.errors.reason ?? form.message}
          required
        />
        <SubmitButton busy={form.busy}>{t('admin.blocklist.look')}</SubmitButton>
      </form>
    );
  }
  return (
    <div className="stack blocklist__picture">
      <div className="blocklist__frame">
        <img src={address} alt={t('admin.blocklist.case', { id })} data-clear={clear || undefined} />
      </div>
      <Button aria-pressed={clear} onClick={() => setClear(!clear)}>
        {clear ? t('admin.blocklist.blur') : t('admin.blocklist.clear')}
      </Button>
    </div>
  );
}
