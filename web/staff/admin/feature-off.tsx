import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { ButtonLink } from '#web/ui/basic/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

/** In place of a section whose feature the site has switched off: that it is, and where an admin switches it on. */
export function FeatureOff() {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <EmptyState heading="h1" title={t('admin.off.title')} text={t('admin.off.text')}>
      <ButtonLink look={['primary']} to={`${links.admin('site')}#features`}>
        {t('admin.off.do')}
      </ButtonLink>
    </EmptyState>
  );
}
