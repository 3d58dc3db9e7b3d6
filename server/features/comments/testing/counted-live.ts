// Opening connections to a live thread, to be opened where it is counted (`openCounted`).
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { createLive } from '../live.ts';

/** Opens so many at once, of a thread without comments, and ends them. */
export async function watchMany(connections: number): Promise<void> {
  const live = createLive({
    reads: new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
    log: { warn: fail } as never,
  });
  const answers = Array.from({ length: connections }, (_, at) => {
    const answer = new ServerResponse(new IncomingMessage(new Socket()));
    live.watch(1, `192.0.2.${at >> 3}`, answer, {});
    return answer;
  });
  for (const answer of answers) {
    answer.destroy();
  }
}

function fail(_: unknown, message: string): never {
  throw new Error(message);
}
