import { useMatches } from 'react-router';
import { useSite } from '#web/platform/page/root-data.ts';
import { FailureView } from '#web/ui/page/failure-view.tsx';
import { FeatureOff } from './feature-off.tsx';
import { pageFeature } from './page-feature.ts';

/** Why a page is not there, as admins are told: where the site has switched its feature off, that it has, and where that is undone. */
export function FailureForAdmins({ error }: { error: unknown }) {
  const { features } = useSite();
  const { id = '', params } = useMatches().at(-1) ?? {};
  const feature = pageFeature(id, params?.section);
  return feature === undefined || features.includes(feature) ? <FailureView error={error} /> : <FeatureOff />;
}
