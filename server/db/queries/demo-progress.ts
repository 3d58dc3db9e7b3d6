import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The kind of the job that loads the demo library. */
export const LOAD_DEMO = 'demo.load';

/** How many comics of the demo library are there, of how many. */
export interface DemoProgress {
  done: number;
  total: number;
}

/** How far the demo library has come in, as this process knows it. */
export interface DemoFollower {
  /** Null where none is coming in. */
  progress(): DemoProgress | null;
  /** Begins to look, until it is there. */
  follow(): Promise<void>;
  close(): void;
}

/** Milliseconds between two looks. */
const LOOK_EVERY = 1000;

/** Promises nothing before it is told to follow: a library that is not coming in when a process starts never will. */
export function createDemoFollower(db: Db): DemoFollower {
  let found: DemoProgress | null = null;
  let timer: NodeJS.Timeout | undefined;
  async function look(): Promise<void> {
    found = await findDemoProgress(db);
    if (found === null) {
      clearInterval(timer);
    }
  }
  return {
    progress: () => found,
    async follow() {
      await look();
      // A look that fails is made up for by the next one.
      if (found !== null) {
        timer = setInterval(() => {
          look().catch(() => {});
        }, LOOK_EVERY).unref();
      }
    },
    close: () => clearInterval(timer),
  };
}

async function findDemoProgress(db: Db): Promise<DemoProgress | null> {
  const {
    rows: [job],
  } = await sql<{ progress: DemoProgress | null }>`
    select progress from jobs where kind = ${LOAD_DEMO} and state in ('waiting', 'running') limit 1`.execute(db);
  return job === undefined ? null : (job.progress ?? { done: 0, total: 0 });
}
