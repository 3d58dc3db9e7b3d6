import { isProblem } from '#contract/problems.ts';
import type { SiteChanges } from './following/site-changes.ts';

/** Moves with every change of the site: what was read before is read again. */
let generation = 0;

/** Lets what other processes change show as soon as this one learns of it. */
export function forgetRememberedOn(changes: Pick<SiteChanges, 'on'>): void {
  changes.on(() => {
    generation += 1;
  });
}

/** Milliseconds after which a value is read again in the background, and after which it is waited for. */
const [FRESH, GOOD] = [1_000, 2_000];

/** Milliseconds that what is known may be told while the database is away: nothing can change in it then. */
export const KEPT_WHILE_AWAY = 300_000;

/** Whether what was asked failed because the database does not answer. */
export function isAway(error: unknown): boolean {
  return isProblem(error) && error.code === 'database-unavailable';
}

interface Reading<Value> {
  /** When it began. */
  at: number;
  generation: number;
  value: Promise<Value>;
  renewing: boolean;
}

/**
 * A value of the database that every page needs, in the memory of this process. What another process changed shows after
 * two seconds at most; who changes it here calls `forget` once that is committed, and it shows at once. Only who asks makes it
 * be read: a site that nobody visits asks the database nothing.
 */
export class RememberedValue<Value> {
  #known: Reading<Value> | null = null;
  /** The last good one, for while the database is away. */
  #last: { at: number; value: Value } | null = null;

  /**
   * The value; calls at the same time share one reading, and one that failed is not remembered.
   *
   * @param now by the clock that decides what the value is, where that is time.
   * @param read always the same; from the database that is written to: a replica may not know of a change yet.
   */
  get(now: Date, read: () => Promise<Value>): Promise<Value> {
    const at = now.getTime();
    const known = this.#known;
    const age = known === null ? Infinity : Math.abs(at - known.at);
    if (known === null || age >= GOOD || known.generation !== generation) return this.#read(at, read);
    if (age >= FRESH && !known.renewing) {
      known.renewing = true;
      void this.#renew(known, at, read);
    }
    return known.value;
  }

  /** Makes the next call read it; what is being read is not remembered. */
  forget(): void {
    this.#known = null;
  }

  #read(at: number, read: () => Promise<Value>): Promise<Value> {
    const former = this.#last;
    const value = read().then(
      (good) => {
        this.#last = { at, value: good };
        return good;
      },
      (error: unknown) => {
        if (former === null || !isAway(error) || Math.abs(at - former.at) > KEPT_WHILE_AWAY) throw error;
        return former.value;
      },
    );
    const reading = { at, generation, value, renewing: false };
    this.#known = reading;
    reading.value.catch(() => {
      if (this.#known === reading) {
        this.#known = null;
      }
    });
    return reading.value;
  }

  async #renew(known: Reading<Value>, at: number, read: () => Promise<Value>): Promise<void> {
    const begun = generation;
    try {
      const value = await read();
      if (this.#known === known) {
        this.#known = { at, generation: begun, value: Promise.resolve(value), renewing: false };
      }
    } catch {
      known.renewing = false;
    }
  }
}
