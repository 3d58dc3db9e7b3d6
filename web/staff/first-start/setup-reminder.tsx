import { useEffect, useState } from 'react';
import type { FirstStart } from '#contract/first-start.ts';
import { apiGet } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** Leads back to a first start that was begun and not ended. */
export function SetupReminder() {
  const t = useTranslate();
  const links = useAddresses();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    apiGet<FirstStart>('/admin/first-start').then(
      ({ open }) => setOpen(open),
      () => {},
    );
  }, []);
  return isOpen ? (
    <Alert kind="warn">
      <span>{t('admin.setup.open.title')}</span>
      <ButtonLink to={links.admin('setup')}>{t('admin.setup.open.do')}</ButtonLink>
    </Alert>
  ) : null;
}
