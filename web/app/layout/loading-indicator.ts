import { useEffect } from 'react';
import { callsInFlight, onCallsInFlight } from '#web/platform/api/api.ts';

/** Lets the mark move while any call of the API is in flight; by a class, so that no page renders anew for it. */
export function useLoadingIndicator(): void {
  useEffect(() => onCallsInFlight(() => document.documentElement.classList.toggle('is-busy', callsInFlight() > 0)), []);
}
