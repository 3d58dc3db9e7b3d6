import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { lazyPart } from '#web/ui/page/lazy.tsx';
import { closeReport, useReported, type ReportedThing } from './report-dialog-store.ts';

const ReportPopup = lazyPart(async () => (await import('./report-popup.tsx')).ReportPopup, { whenMissing: 'fail' });

/** The form that reports something; its code comes when it is opened. A change of the page closes it. */
export function ReportHost() {
  const reported = useReported();
  const [last, setLast] = useState<ReportedThing | null>(null);
  const { key } = useLocation();
  // Before the new page takes the focus: nothing outside an open dialog can have it.
  useLayoutEffect(closeReport, [key]);
  useEffect(() => {
    if (reported !== null) {
      setLast(reported);
    }
  }, [reported]);
  const shown = reported ?? last;
  return shown === null ? null : createPortal(<ReportPopup what={shown} open={reported !== null} />, document.body);
}
