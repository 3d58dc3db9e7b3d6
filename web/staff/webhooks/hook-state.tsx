import type { Webhook } from '#contract/webhooks.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import '#web/ui/basic/badge.css';

/** Whether a webhook is told anything, and whether it arrives. */
export function HookState({
  webhook: { enabled, stopped_at: stopped, failing_since: failing },
}: {
  webhook: Pick<Webhook, 'enabled' | 'stopped_at' | 'failing_since'>;
}) {
  const t = useTranslate();
  if (!enabled) {
    return stopped === null ? (
      <span className="state">{t('admin.webhook.off')}</span>
    ) : (
      <span className="state state--bad">{t('admin.webhook.stopped')}</span>
    );
  }
  return failing === null ? (
    <span className="state state--good">{t('admin.webhook.on')}</span>
  ) : (
    <span className="state state--warn">{t('admin.webhook.failing')}</span>
  );
}
