import type { AdminImport } from '#contract/imports.ts';
import type { Page } from '#contract/paging.ts';
import type { Transfer, TransferItem } from '#contract/transfers.ts';
import { apiGet } from '#web/platform/api/api.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { ImportsOverview, type Overview } from './imports-overview.tsx';
import { TransferView } from './transfer-view.tsx';

type Data = Overview | { transfer: Transfer; items: Page<TransferItem>; shown: string };

/** Loads the imports of late, or one library with its comics. */
export async function load({ request, id, query }: SectionArgs): Promise<Data> {
  const page = Math.max(1, Number(query.get('page')) || 1);
  if (id !== null) {
    const path = `/admin/imports/transfers/${encodeURIComponent(id)}`;
    const shown = query.get('state') ?? 'all';
    const [transfer, items] = await Promise.all([
      apiGet<Transfer>(path, { request }),
      apiGet<Page<TransferItem>>(`${path}/items`, { request, params: { state: shown, page, per_page: 50 } }),
    ]);
    return { transfer, items, shown };
  }
  const state = query.get('state') ?? 'all';
  const [transfers, imports] = await Promise.all([
    apiGet<Page<Transfer>>('/admin/imports/transfers', { request, params: { per_page: 10 } }),
    apiGet<Page<AdminImport>>('/admin/imports', { request, params: { state, page, per_page: 25 } }),
  ]);
  return { transfers: transfers.data, imports, state };
}

/** Libraries that come from elsewhere, and every file that was imported. */
export function Section({ data }: SectionProps<Data>) {
  return 'transfer' in data ? <TransferView {...data} /> : <ImportsOverview {...data} />;
}
