/** Milliseconds between two looks at the clock. One that comes later, as the thread was kept from its loop, counts twice as much at most. */
const SLICE = 100;

/**
 * The value, if it comes within so many seconds; what was begun goes on. Time in which this thread did not come to its loop hardly counts: what
 * came meanwhile is still to be read then.
 *
 * @throws Error with the code `ETIMEDOUT` when nothing comes.
 */
export function withTimeout<Value>(seconds: number, coming: Promise<Value>): Promise<Value> {
  return new Promise((done, failed) => {
    let left = seconds * 1000;
    let looked = performance.now();
    const look = () => {
      const now = performance.now();
      left -= Math.min(now - looked, 2 * SLICE);
      looked = now;
      if (left <= 0) {
        failed(Object.assign(new Error(`no answer in ${seconds} s`), { code: 'ETIMEDOUT' }));
      } else {
        timer = setTimeout(look, Math.min(left, SLICE));
      }
    };
    let timer = setTimeout(look, Math.min(left, SLICE));
    coming.then(done, failed).finally(() => clearTimeout(timer));
  });
}
