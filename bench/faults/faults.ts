import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Cluster } from './cluster.ts';

/** A fault: what is done, for how long, and how it is mended. */
export interface Fault {
  name: string;
  /** Seconds between the two. */
  seconds: number;
  /** Whether it can be tried here; anywhere without it. */
  needs?(cluster: Cluster): boolean;
  /** @param calls how many calls were made until now. */
  begin(cluster: Cluster, calls: () => number): Promise<unknown> | void;
  heal(cluster: Cluster): Promise<unknown> | void;
}

/** Every fault, in the order in which they are tried; after the last one another server is the primary. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a site is killed',
    seconds: 4,
    begin: ({ sites }) => sites[0]!.signal('SIGKILL'),
    heal: ({ sites }) => sites[0]!.start(),
  },
  {
    name: 'a worker is killed',
    seconds: 4,
    begin: ({ workers }) => workers[0]!.signal('SIGKILL'),
    heal: ({ workers }) => workers[0]!.start(),
  },
  {
    name: 'a site is halted',
    seconds: 8,
    begin: ({ sites }) => sites[1]!.signal('SIGSTOP'),
    heal: ({ sites }) => sites[1]!.signal('SIGCONT'),
  },
  {
    name: 'rolling restarts of all sites for 10,000 calls',
    seconds: 0,
    async begin({ sites }, calls) {
      for (const end = calls() + 10_000; calls() < end;) {
        for (const site of sites) {
          await site.signal('SIGTERM');
          await site.start();
          await pause(1_000);
        }
      }
    },
    heal() {},
  },
  {
    name: 'the replica hangs',
    seconds: 8,
    begin: ({ ways }) => ways.replica.silence(),
    heal: ({ ways }) => ways.replica.resume(),
  },
  {
    name: 'the replica is cut off',
    seconds: 8,
    begin: ({ ways }) => ways.replica.cut(),
    heal: ({ ways }) => ways.replica.resume(),
  },
  {
    name: 'Redis hangs',
    seconds: 8,
    begin: ({ ways }) => ways.redis?.silence(),
    heal: ({ ways }) => ways.redis?.resume(),
  },
  {
    name: 'Redis is cut off',
    seconds: 6,
    begin: ({ ways }) => ways.redis?.cut(),
    heal: ({ ways }) => ways.redis?.resume(),
  },
  {
    name: 'the store is slow (300 ms a part)',
    seconds: 6,
    begin: ({ ways }) => ways.store.slow(300),
    heal: ({ ways }) => ways.store.resume(),
  },
  {
    name: 'the store hangs',
    seconds: 10,
    begin: ({ ways }) => ways.store.silence(),
    heal: ({ ways }) => ways.store.resume(),
  },
  {
    name: 'the store is cut off',
    seconds: 8,
    begin: ({ ways }) => ways.store.cut(),
    heal: ({ ways }) => ways.store.resume(),
  },
  {
    name: 'the store breaks off its answers',
    seconds: 6,
    begin: ({ ways }) => ways.store.truncate(400),
    heal: ({ ways }) => ways.store.resume(),
  },
  {
    name: 'the primary hangs',
    seconds: 12,
    begin: ({ ways }) => ways.primary.silence(),
    heal: ({ ways }) => ways.primary.resume(),
  },
  {
    name: 'the primary is cut off',
    seconds: 10,
    begin: ({ ways }) => ways.primary.cut(),
    heal: ({ ways }) => ways.primary.resume(),
  },
  {
    name: 'the network is parted, one site, one worker and the replica beyond',
    seconds: 12,
    begin({ ways, stream }) {
      stream.silence();
      ways.replica.near.silence();
      for (const way of [ways.primary, ways.redis, ways.store]) {
        way?.far.silence();
      }
    },
    heal({ ways, stream }) {
      for (const way of [ways.primary, ways.replica, ways.redis, ways.store, stream]) {
        way?.resume();
      }
    },
  },
  {
    name: 'the disk of the store and of the processes is full',
    seconds: 8,
    needs: ({ disk }) => disk !== null,
    begin: ({ disk }) => disk?.fill(),
    heal: ({ disk }) => disk?.clear(),
  },
  {
    name: 'the disk of the primary is full',
    seconds: 8,
    needs: ({ primaryDisk }) => primaryDisk !== null,
    begin: ({ primaryDisk }) => primaryDisk?.fill(),
    async heal({ primary, primaryDisk }) {
      primaryDisk?.clear();
      await primary.revive();
    },
  },
  ...([1, -1] as const).map((hours) => ({
    name: `the clock of a site and a worker jumps an hour ${hours > 0 ? 'ahead' : 'back'}`,
    seconds: 16,
    needs: ({ clock }: Cluster) => clock !== null,
    begin: ({ clock }: Cluster) => clock?.jump(hours),
    heal: ({ clock }: Cluster) => clock?.jump(0),
  })),
  {
    name: 'the primary crashes and starts again',
    seconds: 5,
    begin: ({ primary }) => primary.signal('SIGQUIT'),
    heal: ({ primary }) => primary.restart(),
  },
  {
    name: 'failover to the replica',
    seconds: 5,
    async begin(cluster) {
      // As whoever must lose nothing has it: what is acknowledged is on both.
      await cluster.asking(cluster.primary, async (db) => {
        await sql`alter system set synchronous_standby_names = '*'`.execute(db);
        await sql`select pg_reload_conf()`.execute(db);
      });
      await pause(3_000);
      cluster.primary.signal('SIGQUIT');
    },
    async heal(cluster) {
      await cluster.asking(cluster.replica, async (db) => {
        await sql`alter system set synchronous_standby_names = ''`.execute(db);
        await sql`select pg_promote()`.execute(db);
      });
      cluster.ways.primary.lead(Number(new URL(cluster.replica.url).port));
    },
  },
];
