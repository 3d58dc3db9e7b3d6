import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A way to a server on which everything can come to a stop, slowly or at once. */
export interface SilentProxy {
  port: number;
  /** Connections stay open, new ones are accepted, and no byte passes. */
  silence(): void;
  /** Ends every connection, and new ones as soon as they come. */
  cut(): void;
  /** Lets each part of what passes wait for so many milliseconds. */
  slow(milliseconds: number): void;
  /** Ends a connection after so many bytes of an answer. */
  truncate(bytes: number): void;
  /** Leads new connections to another port, and ends those that are open. */
  lead(to: number): void;
  /** Lets everything pass again, what has been waiting too. */
  resume(): void;
  /** Connections that are open to it. */
  open(): number;
  close(): Promise<void>;
}

/** Opens such a way to a port of this machine. */
export async function silentProxy(port: number): Promise<SilentProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let to = port;
  let [isCut, wait, most] = [false, 0, Infinity];
  let gate: { opened: Promise<void>; open: () => void } | null = null;

  /** One direction of a connection. */
  const valve = (isAnswer: boolean) => {
    let passed = 0;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const pass = () => {
          passed += chunk.length;
          if (!isAnswer || passed <= most) return done(null, chunk);
          done(new Error('cut off'));
        };
        const later = () => (wait > 0 ? setTimeout(pass, wait) : pass());
        if (gate === null) {
          later();
        } else {
          void gate.opened.then(later);
        }
      },
    });
  };
  const endAll = () => {
    for (const [near] of pairs) {
      near.destroy();
    }
  };
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(to, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', end);
    }
    near.pipe(valve(false).on('error', end)).pipe(far);
    far.pipe(valve(true).on('error', end)).pipe(near);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const resume = () => {
    [isCut, wait, most] = [false, 0, Infinity];
    gate?.open();
    gate = null;
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    silence() {
      if (gate !== null) return;
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      gate = { opened, open };
    },
    cut() {
      isCut = true;
      endAll();
    },
    slow(milliseconds) {
      wait = milliseconds;
    },
    truncate(bytes) {
      most = bytes;
    },
    lead(other) {
      to = other;
      endAll();
    },
    resume,
    open: () => pairs.size,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      endAll();
      resume();
      await closed;
    },
  };
}
