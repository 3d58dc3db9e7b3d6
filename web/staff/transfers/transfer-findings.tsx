import { TRANSFER_LEFT, TRANSFER_SERVERS, type TransferFound, type TransferKind } from '#contract/transfers.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Panel } from '#web/ui/basic/card.tsx';

const KINDS = ['works', 'chapters', 'pages', 'comments', 'members', 'bookmarks'] as const;

/** How much there is to import of a database or a server that was read, and how much is left out, and why. */
export function TransferFindings({ kind, found }: { kind: TransferKind; found: TransferFound }) {
  const t = useTranslate();
  const locale = useLocale();
  const left = TRANSFER_LEFT.filter((reason) => (found.left[reason] ?? 0) > 0);
  const isServer = (TRANSFER_SERVERS as readonly TransferKind[]).includes(kind);
  // Lists of servers say little: 0 there is not known.
  const kinds = KINDS.filter((each) => !isServer || each === 'works' || found[each] > 0);
  return (
    <Panel title={t(isServer ? 'admin.imports.found.server' : 'admin.imports.found')}>
      <dl className="imports__found">
        {kinds.map((each) => (
          <div key={each}>
            <dt>{t(`admin.imports.found.${each}`)}</dt>
            <dd>{formatNumber(locale, found[each])}</dd>
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
