import { ApiFailure } from '../api.ts';
import { FailureView } from './failure-view.tsx';

const NOTHING_HERE = new ApiFailure(404, '', null);

/** Says that nothing is at this address, and where to look or go instead. */
export function NotFound() {
  return <FailureView error={NOTHING_HERE} />;
}
