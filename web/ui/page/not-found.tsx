import { ApiFailure } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { FailureView } from './failure-view.tsx';
import { useOwnHead } from '#web/platform/page/use-document-head.ts';

const NOTHING_HERE = new ApiFailure(404, '', null);

/** Says that nothing is at this address, and where to look or go instead. */
export function NotFound() {
  const t = useTranslate();
  useOwnHead({ title: t('notfound.title'), hidden: true });
  return <FailureView error={NOTHING_HERE} />;
}
