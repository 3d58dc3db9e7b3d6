import type { ApiKey } from '#contract/api-keys.ts';
import { formatDate } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import '#web/ui/basic/badge.css';

/** The facts about a key: its name and end, what it may do, until when, and when it was used. */
export function KeyFacts({
  shown: { name, hint, scopes, expires_at: ends, expired, used_at: used },
}: {
  shown: ApiKey;
}) {
  const t = useTranslate();
  const locale = useLocale();
  return (
    <div className="keys__facts">
      <b>
        <bdi>{name}</bdi>{' '}
        <code className="muted small" dir="ltr">
          …{hint}
        </code>{' '}
        {expired ? <span className="badge badge--bad">{t('account.keys.expired')}</span> : null}
      </b>
      <span className="muted small">{scopes.map((scope) => t(`account.keys.scope.${scope}`)).join(' · ')}</span>
      <span className="muted small">
        {t('account.keys.until', { date: formatDate(locale, ends) })} ·{' '}
        {used === null ? t('account.keys.unused') : t('account.keys.used', { date: formatDate(locale, used) })}
      </span>
    </div>
  );
}
