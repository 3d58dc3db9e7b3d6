/**
 * The text of an answer of the API to people: a plain text as it is; else every message of its
 * `errors`, one a line; else its `message`. Null where it says nothing.
 */
export function responseText(data: unknown): string | null {
  if (typeof data === 'string') return data || null;
  const { errors, message } = (data ?? {}) as { errors?: unknown; message?: unknown };
  const lines = Object.values(errors ?? {})
    .flat()
    .filter((line) => typeof line === 'string');
  return lines.length > 0 ? lines.join('\n') : typeof message === 'string' ? message || null : null;
}
