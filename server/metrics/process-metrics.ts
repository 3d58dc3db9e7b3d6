import { collectDefaultMetrics, Registry } from 'prom-client';

/** Gauges whose names end as those of counters do: the `_total` of Prometheus is no size of now. */
const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

let processMetrics: Registry | undefined;

/** The figures of this process and of Node in it: timers and observers that nothing can end measure them, once a process. */
export function metricsOfProcess(): Registry {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
    for (const name of MISNAMED) {
      processMetrics.removeSingleMetric(name);
    }
  }
  return processMetrics;
}
