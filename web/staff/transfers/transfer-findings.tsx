import { TRANSFER_LEFT, type TransferFound } from '#contract/transfers.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Panel } from '#web/ui/basic/card.tsx';

const KINDS = ['works', 'chapters', 'pages', 'comments', 'members', 'bookmarks'] as const;

/** How much there is to import of a database that was read, and how much is left out, and why. */
export function TransferFindings({ found }: { found: TransferFound }) {
  const t = useTranslate();
  const locale = useLocale();
  const left = TRANSFER_LEFT.filter((reason) => (found.left[reason] ?? 0) > 0);
  return (
    <Panel title={t('admin.imports.found')}>
      <dl className="imports__found">
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt>{t(`admin.imports.found.${kind}`)}</dt>
            <dd>{formatNumber(locale, found[kind])}</dd>
          </div>
        ))}
      </dl>
      {left.length === 0 ? null : (
        <>
          <h3 className="imports__left">{t('admin.imports.left')}</h3>
          <dl className="imports__found">
            {left.map((reason) => (
              <div key={reason}>
                <dt>{t(`admin.imports.left.${reason}`)}</dt>
                <dd>{formatNumber(locale, found.left[reason] ?? 0)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Panel>
  );
}
