import { connect, createServer, type Socket } from 'node:net';

/** A way to a server on which everything can come to a stop: connections stay open, new ones are accepted, and no byte passes. */
export interface SilentProxy {
  port: number;
  silence(): void;
  /** Lets everything pass again, what has been waiting too. */
  resume(): void;
  /** Connections that are open to it. */
  open(): number;
  close(): Promise<void>;
}

/** Opens such a way to a port of this machine. */
export async function silentProxy(to: number): Promise<SilentProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  const pass = ([near, far]: readonly [Socket, Socket]) => {
    near.pipe(far);
    far.pipe(near);
  };
  const server = createServer((near) => {
    const pair = [near, connect(to, '127.0.0.1')] as const;
    pairs.add(pair);
    for (const end of pair) {
      end.on('error', () => {});
      end.on('close', () => {
        pairs.delete(pair);
        for (const each of pair) {
          each.destroy();
        }
      });
    }
    if (!isSilent) {
      pass(pair);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    silence() {
      isSilent = true;
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    resume() {
      isSilent = false;
      for (const pair of pairs) {
        pass(pair);
      }
    },
    open: () => pairs.size,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const [near] of pairs) {
        near.destroy();
      }
      await closed;
    },
  };
}
