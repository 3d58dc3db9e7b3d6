/** Milliseconds that something which does not answer is left alone. */
const REST = 2_000;

/**
 * Keeps callers from waiting, one after the other, for something that does not answer: after a failure they are told so at once, but
 * for one call every two seconds, which finds out whether it is back.
 */
export class Breaker {
  readonly #refuse: () => Error;
  #until = 0;

  /** @param refuse makes the error that callers get without anything being asked. */
  constructor(refuse: () => Error) {
    this.#refuse = refuse;
  }

  /** Whether callers are refused. */
  get isOpen(): boolean {
    return this.#until !== 0;
  }

  /** Lets a call through. @throws what was given as `refuse` while it is open. */
  pass(): void {
    if (this.#until === 0) return;
    const now = performance.now();
    if (now < this.#until) throw this.#refuse();
    this.#until = now + REST;
  }

  /** Notes that there was no answer. */
  fail(): void {
    this.#until = performance.now() + REST;
  }

  /** Notes that there was one. */
  succeed(): void {
    this.#until = 0;
  }
}
