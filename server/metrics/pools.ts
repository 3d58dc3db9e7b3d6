import { Gauge } from 'prom-client';
import { counted } from './counts.ts';

/** How many connections a pool has, how many of them are not lent, and how many callers wait for one. */
export interface MeasuredPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

const pools = new Map<string, MeasuredPool>();

/** Tells of a pool of connections to the database from now on; a new one takes the name of one before. */
export function measurePool(name: string, pool: MeasuredPool): void {
  pools.set(name, pool);
}

new Gauge({
  name: 'komawari_database_connections',
  help: 'Connections to the database, by pool: in_use (lent) or idle',
  labelNames: ['pool', 'state'] as const,
  registers: [counted],
  collect() {
    for (const [name, { totalCount, idleCount }] of pools) {
      this.labels(name, 'in_use').set(totalCount - idleCount);
      this.labels(name, 'idle').set(idleCount);
    }
  },
});

new Gauge({
  name: 'komawari_database_waiting_callers',
  help: 'Callers who wait for a connection, by pool',
  labelNames: ['pool'] as const,
  registers: [counted],
  collect() {
    for (const [name, { waitingCount }] of pools) {
      this.labels(name).set(waitingCount);
    }
  },
});
