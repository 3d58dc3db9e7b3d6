import type { Feature } from '#contract/site.ts';
import { ApiFailure, serverContext } from '#web/platform/api/api.ts';
import { useSite } from './root-data.ts';

/**
 * The check that a page whose first call would not tell it calls first. @throws ApiFailure 404 where the site has the
 * feature switched off. @param feature undefined: the page is part of none.
 */
export function useRequiredFeature(feature: Feature | undefined): void {
  const { features } = useSite();
  if (feature !== undefined && !features.includes(feature)) throw new ApiFailure(404, '', null);
}

/** Whether the site has a feature, for a loader, which has no hooks: in the browser the page says which there are. */
export function hasFeature(request: Request, feature: Feature): boolean {
  return (
    serverContext(request)?.site.features.includes(feature) ??
    document.documentElement.dataset.features?.split(' ').includes(feature) ??
    false
  );
}
