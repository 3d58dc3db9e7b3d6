import pg from 'pg';

/** Milliseconds that asking for an end may take. */
const PATIENCE = 1_000;

/** The parts of a connection that ending a statement from beside it needs. */
interface Session {
  processID: number | null;
  secretKey: number | null;
}
type Connection = pg.Connection & {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(process: number, secret: number): void;
};

/** Asks the server, over a connection of its own, to end the statement of a session that takes too long; it then fails with `57014`. */
export class Ending {
  readonly #timer: NodeJS.Timeout;
  #asked: Promise<void> = Promise.resolve();

  /** @param after milliseconds from now. */
  constructor(session: pg.Client, config: pg.ClientConfig, after: number) {
    this.#timer = setTimeout(() => {
      this.#asked = ask(session as unknown as Session, config);
    }, after);
  }

  /** The statement is over. Settles once nothing that was asked can meet the next one. */
  forget(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#asked;
  }
}

function ask({ processID, secretKey }: Session, config: pg.ClientConfig): Promise<void> {
  if (processID === null || secretKey === null) return Promise.resolve();
  const beside = new pg.Client(config) as pg.Client & { connection: Connection; ssl: boolean | object };
  const { connection } = beside;
  const cancel = () => connection.cancel(processID, secretKey);
  return new Promise((resolve) => {
    const late = setTimeout(() => connection.stream.destroy(), PATIENCE);
    connection.on('error', () => connection.stream.destroy());
    connection.once('end', () => {
      clearTimeout(late);
      resolve();
    });
    connection.once('connect', () => (beside.ssl ? connection.requestSsl() : cancel()));
    connection.once('sslconnect', cancel);
    if (beside.host.startsWith('/')) {
      connection.connect(`${beside.host}/.s.PGSQL.${beside.port}`);
    } else {
      connection.connect(beside.port, beside.host);
    }
  });
}
