/** A value that this tab alone keeps, for a while. */
export interface TabValue<Value> {
  keep(value: Value): void;
  /** The value; null where there is none, or no longer. */
  read(): Value | null;
  forget(): void;
}

/**
 * Names a value in the tab's storage. Private windows refuse to keep anything: there it is as if nothing had been kept.
 *
 * @param milliseconds that it is good for.
 */
export function tabValue<Value>(name: string, milliseconds: number): TabValue<Value> {
  return {
    keep(value) {
      try {
        sessionStorage.setItem(name, JSON.stringify({ value, until: Date.now() + milliseconds }));
      } catch {
        /* it is asked for again */
      }
    },
    read() {
      try {
        const kept = JSON.parse(sessionStorage.getItem(name) ?? '{}') as { value?: Value; until?: number };
        return kept.value !== undefined && kept.until !== undefined && Date.now() < kept.until ? kept.value : null;
      } catch {
        return null;
      }
    },
    forget() {
      try {
        sessionStorage.removeItem(name);
      } catch {
        /* nothing is kept there */
      }
    },
  };
}
