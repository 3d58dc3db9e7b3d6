import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { TrackerName } from '#contract/trackers.ts';
import { serviceName } from '#contract/links.ts';
import { apiPost } from '#web/platform/api/api.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Mark } from '#web/ui/feedback/spinner.tsx';

type ReturnResult = { service: TrackerName } | { failed: string };

/** Asked once for each return, however often the page is drawn: what came back is good a single time. */
const asked = new Map<string, Promise<ReturnResult>>();

/** Ends joining a tracker where it has sent the browser back with something, and says how that went. */
export function TrackerReturn() {
  const t = useTranslate();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<ReturnResult | 'working' | null>(null);
  useEffect(() => {
    const { search, pathname } = location;
    if (!new URLSearchParams(search).has('state')) return;
    history.replaceState(history.state, '', pathname);
    setState('working');
    const answer =
      asked.get(search) ??
      apiPost<{ service: TrackerName }>('/account/trackers/return', { body: { query: search.slice(1) } }).catch(
        ({ message }: Error): ReturnResult => ({ failed: message }),
      );
    asked.set(search, answer);
    void answer.then(async (ended) => {
      setState(ended);
      await revalidate();
    });
  }, [revalidate]);
  if (state === null) return null;
  if (state === 'working') {
    return (
      <p className="row is-busy" role="status">
        <Mark />
        {t('account.trackers.returning')}
      </p>
    );
  }
  return 'failed' in state ? (
    <Alert kind="bad">
      <span>{state.failed}</span>
    </Alert>
  ) : (
    <Alert kind="good">
      <span>{t('account.trackers.done', { service: serviceName(state.service) })}</span>
    </Alert>
  );
}
