import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import { expect, it } from 'vitest';
import { withTimeout } from './with-timeout.ts';

it('what does not come is given up', async () => {
  await expect(withTimeout(0.05, new Promise(() => {}))).rejects.toThrow('no answer in 0.05 s');
});

it('what came while the thread was kept from its loop is read, over several turns of it', async () => {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const talk = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    for (let turn = 0; turn < 3; turn += 1) {
      socket.write('?');
      await once(socket, 'data');
    }
    socket.destroy();
    return 'told';
  };
  const talked = withTimeout(1, talk());
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  await expect(talked).resolves.toBe('told');
  server.close();
});
