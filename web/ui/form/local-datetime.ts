/** An instant as a `datetime-local` field has it, in the time zone of the browser: `2026-11-21T18:30`; empty for none. */
export function toLocalDatetime(instant: string | null | undefined): string {
  if (!instant) return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant a `datetime-local` field means, ISO 8601 in UTC; null where it is empty or none. */
export function fromLocalDatetime(local: string): string | null {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The time zone of the browser by its name: `Europe/Berlin`. */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
