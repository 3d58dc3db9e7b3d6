import { useEffect, useState } from 'react';

/**
 * The value as it was when the screen was last painted: what depends on it, and not on the value itself, is rendered once
 * a change can be seen, and has rested for `rest` ms.
 */
export function useAfterPaint<Value>(value: Value, rest = 0): Value {
  const [painted, setPainted] = useState(value);
  useEffect(() => {
    if (Object.is(value, painted)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(value), rest);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value, painted, rest]);
  return painted;
}
