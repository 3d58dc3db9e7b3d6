import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { openDeps } from '#server/deps.ts';
import { createLog } from '#server/log.ts';
import { buildWorker } from '#server/worker.ts';

// The site without its pages: what a soak starts and kills, many times.
const config = readConfig();
const deps = await openDeps(config, createLog(config.logLevel));
const worker = buildWorker(deps);
worker.start();
const app = await buildApp(deps);
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.log(`ready at http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
process.on('SIGTERM', () => {
  void (async () => {
    await app.close();
    await worker.close();
    await deps.close();
    process.exit(0);
  })();
});
