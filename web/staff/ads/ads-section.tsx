import type { AdDetail, ManagedAd } from '#contract/ads.ts';
import { apiGet } from '#web/platform/api/api.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { AdEditor } from './ad-editor.tsx';
import { AdList } from './ad-list.tsx';

/** Every ad, or one; null for a new one. */
type Data = ManagedAd[] | AdDetail | null;

/** The id of a new ad in its address, in place of a number. */
const NEW = 'new';

/** All ads, or the one the address names. */
export async function load({ request, id }: SectionArgs): Promise<Data> {
  if (id === NEW) return null;
  return apiGet<Data>(id === null ? '/admin/ads' : `/admin/ads/${encodeURIComponent(id)}`, { request });
}

/** The section where admins manage ads. */
export function Section({ data }: SectionProps<Data>) {
  return Array.isArray(data) ? <AdList ads={data} /> : <AdEditor key={data?.version ?? NEW} ad={data} />;
}
