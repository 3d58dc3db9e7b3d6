/** Where a command speaks: answers on `out`, everything said on the way on `err`, in the person's language. */
export interface Terminal {
  out: { write(text: string): unknown };
  err: { write(text: string): unknown };
  /** Whether `err` is looked at by a person, and lines can be written over. */
  interactive: boolean;
  say(key: string, values?: Record<string, string | number>): string;
}
