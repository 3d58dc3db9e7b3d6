// Loaded before a server (`--import`): nothing in it is measured then, so that the cost of measuring can be.
import { registerHooks } from 'node:module';

/** The files of the server that measure nothing then, with what stands in their place. */
export const UNMEASURED: Readonly<Record<string, string>> = {
  '/server/http/metrics/observe-requests.ts': `
    export function observeRequests(app) { app.decorateRequest('observed', null); }`,
  '/server/metrics/counts.ts': `
    import { Registry } from 'prom-client';
    export const counted = new Registry();
    const child = { observe() {}, inc() {}, dec() {} };
    const silent = { ...child, labels: () => child };
    export {${'refusals renderSeconds statementSeconds storeSeconds redisSeconds jobSeconds childSeconds imports importRefusals pictures pictureBytes mails openStreams uploadsUnderWay uploadedBytes deliveries purges'
      .split(' ')
      .map((name) => `silent as ${name}`)
      .join(', ')}};
    export const requestSeconds = { observe() {} };
    export const pageAnswers = {};
    export const statusClass = () => '';
    export const timed = (_note, work) => work();`,
};

// Children and threads of the server are started with the same flags, and the bench itself reads the list.
if (process.argv[1]?.endsWith('/server/main.ts')) {
  registerHooks({
    load(url, context, next) {
      const source = Object.entries(UNMEASURED).find(([end]) => url.endsWith(end))?.[1];
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
}
