import type { Bulk } from '#contract/bulk-editing.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/basic/button.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { cancelBulk, isGoing } from './bulk-run.ts';

/** How far a bulk edit is, in numbers, and what stops it. */
export function BulkProgress({ bulk, onFailure }: { bulk: Bulk; onFailure: (text: string) => void }) {
  const t = useTranslate();
  const { state, done, total, changed, undone } = bulk;
  return (
    <>
      <Progress
        label={t(`admin.bulk.state.${state}`)}
        value={total === 0 ? null : state === 'undoing' ? undone / Math.max(changed, 1) : done / total}
        outcome={state === 'failed' ? 'bad' : undefined}
      >
        <span>{t(`admin.bulk.state.${state}`)}</span>
        <span>{t('admin.bulk.step', { done, total })}</span>
        <span>{t('admin.bulk.done', { count: changed })}</span>
      </Progress>
      {isGoing(bulk) && state === 'running' ? (
        <div className="row row--end">
          <Button
            onClick={() => {
              cancelBulk(bulk).catch(({ message }: Error) => onFailure(message));
            }}
          >
            {t('account.cancel')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
