import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createMailer } from './mail.ts';

it('a server that always has one more line to say is given up when the time of a mail is over', async () => {
  const server = createServer((socket) => {
    const more = setInterval(() => socket.write('220-one moment\r\n'), 20);
    socket.on('error', () => {}).on('close', () => clearInterval(more));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: { destroy(): void }[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const mailer = createMailer(
    {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      dataDir: '',
      site: { url: '', mail: { sender: 'site@example.org' } } as never,
    },
    { info() {} } as never,
    0.3,
  );
  const mail = { to: 'ann@example.org', sender: 'Comics', subject: 'Hello', text: 'Hello', html: '<p>Hello' };
  await expect(mailer.send(mail)).rejects.toThrow('no answer in 0.3 s');
  for (const socket of sockets) {
    socket.destroy();
  }
  server.close();
});
