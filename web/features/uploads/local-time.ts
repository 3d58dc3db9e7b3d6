/** A moment as the browser's own field for day and time has it, in the visitor's time zone; '' for none. */
export function localOf(moment: string | null): string {
  if (moment === null) { return ''; }
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
