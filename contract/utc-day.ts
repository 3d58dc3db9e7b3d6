/** The day of a moment in UTC, `YYYY-MM-DD`: how days are counted, stored and sent. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
