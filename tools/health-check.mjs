// Ends with status 0 when the process of this container is ready: `node tools/health-check.mjs [PORT|METRICS_PORT]`. Plain
// JavaScript with nothing to load: it runs every few seconds.
const port = process.env[process.argv[2] ?? 'PORT'];
fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(7000) }).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
