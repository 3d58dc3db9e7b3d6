import { useSyncExternalStore } from 'react';
import type { ReportSubject } from '#contract/reporting.ts';

/** What someone is about to report. */
export interface Reported {
  subject: ReportSubject;
  subject_id: number;
  /** What it is called, for the head of the form. */
  name?: string;
}

let reported: Reported | null = null;
const listeners = new Set<() => void>();

/** Opens the form that reports something, from anywhere; guests may report too. */
export function askToReport(what: Reported): void {
  show(what);
}

/** Closes the form. */
export function closeReport(): void {
  show(null);
}

/** What the open form reports, rendered again when that changes; null while it is closed. */
export function useReported(): Reported | null {
  return useSyncExternalStore(watch, () => reported, () => null);
}

function show(next: Reported | null): void {
  reported = next;
  for (const listener of listeners) { listener(); }
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
