import { connect, type Socket } from 'node:net';

/** A connection that stays open and carries one request at a time. */
export interface Connection {
  /** Milliseconds from the request to the last byte of its answer. @throws on any status but 200. */
  time(path: string): Promise<number>;
  close(): void;
}

/**
 * Connects to a server.
 *
 * It reads no more of an answer than its status and length, so that the server is what is measured. Answers must have
 * a `content-length`.
 *
 * @param headers sent with every request, by name.
 */
export async function openConnection(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Connection> {
  const { hostname, port, host } = new URL(url);
  const rest = ` HTTP/1.1\r\nhost: ${host}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
  let done: { resolve(): void; reject(error: Error): void } = { resolve() {}, reject() {} };
  let requestedPath = '';
  let head = '';
  let left = -1;
  let status = '';
  /** The bytes of an answer that is none of success: what was wrong. */
  let refusal = '';
  const dial = async () => {
    const dialled = connect({ port: Number(port), host: hostname, noDelay: true });
    dialled.on('data', (chunk) => take(chunk, dialled));
    dialled.on('error', (error) => done.reject(error));
    dialled.on('close', () => done.reject(new Error('the server hung up')));
    await new Promise<void>((resolve, reject) => {
      done = { resolve, reject };
      dialled.once('connect', resolve);
    });
    return dialled;
  };
  const take = (chunk: Buffer, from: Socket) => {
    let got = chunk.length;
    if (left < 0) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (length === undefined) {
        from.destroy(new Error(`an answer without a length:\n${head.slice(0, end)}`));
        return;
      }
      status = head.slice(9, 12);
      left = Number(length);
      got = head.length - end - 4;
      head = '';
      refusal = '';
    }
    left -= got;
    if (status !== '200' && got > 0) {
      refusal += chunk.subarray(-got).toString();
    }
    if (left > 0) return;
    left = -1;
    if (status === '200') {
      done.resolve();
    } else {
      done.reject(new Error(`${requestedPath} answered ${status}: ${refusal.slice(0, 500)}`));
    }
  };
  let socket = await dial();
  return {
    async time(path) {
      // A server closes what nobody asks on for a while.
      if (socket.destroyed || socket.readableEnded) {
        socket = await dial();
      }
      requestedPath = path;
      const started = performance.now();
      await new Promise<void>((resolve, reject) => {
        done = { resolve, reject };
        socket.write(`GET ${path}${rest}`);
      });
      return performance.now() - started;
    },
    close: () => socket.end(),
  };
}
