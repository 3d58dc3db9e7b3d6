import type { ReportSubject } from '#contract/reporting.ts';
import { signal } from '#web/platform/state/store.ts';

/** The thing someone is about to report. */
export interface Reported {
  subject: ReportSubject;
  subject_id: number;
  /** Its name, for the head of the form. */
  name?: string;
}

const reported = signal<Reported | null>(null);

/** Opens the form that reports something, from anywhere; guests may report too. */
export function askToReport(what: Reported): void {
  reported.set(what);
}

/** Closes the form. */
export function closeReport(): void {
  reported.set(null);
}

/** The subject of the open form, rendered again when that changes; null while it is closed. */
export function useReported(): Reported | null {
  return reported.use();
}
