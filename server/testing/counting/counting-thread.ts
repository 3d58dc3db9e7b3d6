// A thread that loads a module and counts what its calls do: see counted-work.ts.
import { Session } from 'node:inspector/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { goneThrough, passwordsHashed } from './counted-natives.ts';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
// Before anything is loaded: V8 counts in what it compiles from here on.
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const module = (await import(workerData as string)) as Record<string, (...args: unknown[]) => unknown>;

await stepsSince();

parentPort?.on('message', (call: { name: string; args: unknown[] }) => {
  void answer(call).then(
    (answered) => parentPort?.postMessage(answered),
    (failure: unknown) => parentPort?.postMessage({ failure }),
  );
});
parentPort?.postMessage('ready');

async function answer({
  name,
  args,
}: {
  name: string;
  args: unknown[];
}): Promise<{ work: number; passwords: number; result: unknown }> {
  const given = args.map((each) =>
    each instanceof Uint8Array ? Buffer.from(each.buffer, each.byteOffset, each.length) : each,
  );
  goneThrough();
  passwordsHashed();
  const result = await module[name]?.(...given);
  const [native, passwords] = [goneThrough(), passwordsHashed()];
  return { work: (await stepsSince()) + native, passwords, result };
}

/** How often the parts of functions ran since it was asked last; Node's own, and those that count, left out. */
async function stepsSince(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  let steps = 0;
  for (const { url, functions } of result) {
    if (url.startsWith('node:') || /\/server\/testing\/count/.test(url)) continue;
    for (const { ranges } of functions) {
      for (const { count } of ranges) {
        steps += count;
      }
    }
  }
  return steps;
}
