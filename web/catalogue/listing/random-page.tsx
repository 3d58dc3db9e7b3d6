import { redirect } from 'react-router';
import { ApiFailure, apiGet } from '#web/platform/api/api.ts';
import { filtersQuery, readFilters } from '#web/catalogue/filters/filters.ts';
import { requestAddresses } from '#web/platform/page/addresses.ts';
import type { LoaderArgs } from '#web/platform/page/page.ts';

/**
 * Leads to any one comic of those the address names; each time to another, so nothing keeps the answer.
 *
 * @throws Response leading to the comic, or to the list where no comic matches.
 */
export async function loader({ request }: LoaderArgs): Promise<never> {
  const links = requestAddresses(request);
  const query = filtersQuery({ ...readFilters(new URL(request.url).searchParams), page: 1 });
  try {
    const { slug } = await apiGet<{ slug: string }>('/comics/random', { request, params: query });
    throw redirect(links.comic(slug));
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 404) throw redirect(links.latest(query));
    throw failure;
  }
}

/** Never shown: the loader leads elsewhere. */
export function Page(): null {
  return null;
}
