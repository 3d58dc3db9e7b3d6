import type pg from 'pg';

/** A connection of `pg` as far as a query of its own uses it. */
interface Wire {
  stream: { write(bytes: Uint8Array): unknown };
}

/** The rows that a query finds in PostgreSQL's text format, a line each. */
export async function copyOut(client: pg.Client, query: string): Promise<Buffer> {
  const asked = new CopyQuery([message('Q', text(`copy (${query}) to stdout`))]);
  client.query(asked as unknown as pg.Submittable);
  await asked.done;
  return Buffer.concat(asked.received);
}

/** Bytes of rows in one message of the protocol, which a server reads as a whole. */
const MESSAGE = 1024 ** 2;

/**
 * Writes rows of PostgreSQL's text format into a table with its columns. Everything is sent at once: the embedded database
 * answers a message only when it has all of them, and a server passes over what follows a command that it refused.
 */
export async function copyIn(client: pg.Client, target: string, rows: Uint8Array): Promise<void> {
  const parts = [message('Q', text(`copy ${target} from stdin`))];
  for (let at = 0; at < rows.length; at += MESSAGE) {
    parts.push(message('d', rows.subarray(at, at + MESSAGE)));
  }
  const asked = new CopyQuery([...parts, message('c', new Uint8Array())]);
  client.query(asked as unknown as pg.Submittable);
  await asked.done;
}

/** A query as `pg` runs it: one at a time, told of each message that answers it. */
class CopyQuery {
  readonly received: Buffer[] = [];
  readonly done: Promise<void>;
  readonly #messages: Buffer[];
  #settle: () => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(messages: Buffer[]) {
    this.#messages = messages;
    this.done = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
  }

  submit({ stream }: Wire): void {
    stream.write(Buffer.concat(this.#messages));
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // A copy: `pg` reads the next bytes into the same memory.
    this.received.push(Buffer.from(chunk));
  }

  /** Called once, and nothing after it: the connection goes on by itself. */
  handleError(error: Error): void {
    this.#fail(error);
  }

  handleReadyForQuery(): void {
    this.#settle();
  }

  // Answers without news.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCopyInResponse(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

const text = (words: string) => Buffer.from(`${words}\0`);

/** A message of PostgreSQL's protocol: its kind, the length with itself, the body. */
function message(kind: string, body: Uint8Array): Buffer {
  const whole = Buffer.allocUnsafe(5 + body.length);
  whole.write(kind, 0, 'latin1');
  whole.writeInt32BE(4 + body.length, 1);
  whole.set(body, 5);
  return whole;
}
