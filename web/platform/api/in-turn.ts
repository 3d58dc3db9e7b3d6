const lines = new Map<string, Promise<unknown>>();

/**
 * Does `work` once whatever was to be done before it under the same name has ended: what is pressed twice reaches the site
 * in the order it was pressed. Answers and fails as `work` does; `isLast` says whether nothing more waits by then, so that
 * what is shown is left to what was pressed last.
 */
export async function inTurn<Value>(
  name: string,
  work: () => Promise<Value>,
): Promise<{ value: Value; isLast: boolean } | { failure: unknown; isLast: boolean }> {
  const mine = (lines.get(name) ?? Promise.resolve()).then(work);
  const ended = mine.then(
    () => {},
    () => {},
  );
  lines.set(name, ended);
  const isLast = () => {
    const last = lines.get(name) === ended;
    if (last) {
      lines.delete(name);
    }
    return last;
  };
  return mine.then(
    (value) => ({ value, isLast: isLast() }),
    (failure: unknown) => ({ failure, isLast: isLast() }),
  );
}
