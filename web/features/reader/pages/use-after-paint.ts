import { useEffect, useState } from 'react';

/** The value as it was when the screen was last painted: what depends on it, and not on the value itself, is rendered once a change can be seen. */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value);
  useEffect(() => {
    if (Object.is(value, painted)) { return; }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => { timer = setTimeout(() => setPainted(value)); });
    return () => { cancelAnimationFrame(frame); clearTimeout(timer); };
  }, [value, painted]);
  return painted;
}
