import type { ReportSubject } from '#contract/reports.ts';
import { createStore } from '#web/platform/state/store.ts';

/** The thing someone is about to report. */
export interface ReportedThing {
  subject: ReportSubject;
  subject_id: number;
  /** Its name, for the head of the form. */
  name?: string;
}

const reported = createStore<ReportedThing | null>(null);

/** Opens the form that reports something, from anywhere; guests may report too. */
export function openReport(what: ReportedThing): void {
  reported.set(what);
}

/** Closes the form. */
export function closeReport(): void {
  reported.set(null);
}

/** The subject of the open form, rendered again when that changes; null while it is closed. */
export function useReported(): ReportedThing | null {
  return reported.use();
}
