/** The value, if it comes within so many seconds; what was begun goes on. @throws Error when nothing does. */
export function withTimeout<Value>(seconds: number, coming: Promise<Value>): Promise<Value> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error(`no answer in ${seconds} s`)), seconds * 1000);
    coming.then(done, failed).finally(() => clearTimeout(timer));
  });
}
