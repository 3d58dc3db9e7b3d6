import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';

/** Stands in front of a site as an operator's proxy does: HTTP/2 over TLS, HTTP/1.1 for who speaks no other, by a certificate of its own. */
export interface SecureFront {
  /** The beginning of the site's addresses; no slash at the end. */
  url: string;
  /** Sends what comes to a server, from now on. */
  lead(to: string): void;
  close(): Promise<void>;
}

/** Headers that belong to one connection and not to the next (RFC 9113, section 8.2.2). */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);

/** Opens a front on a free port of this machine. */
export async function openSecureFront(): Promise<SecureFront> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  let target = '';
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (asked, answer) => {
    forward(target, asked, answer);
  });
  const sockets = new Set<TLSSocket>();
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    lead(to) {
      target = to;
    },
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function forward(
  target: string,
  asked: Http2ServerRequest | IncomingMessage,
  answer: Http2ServerResponse | ServerResponse,
): void {
  const host = 'authority' in asked ? asked.authority : asked.headers.host;
  const headers = Object.fromEntries(
    Object.entries(asked.headers).filter(([name]) => !name.startsWith(':') && !OF_CONNECTION.has(name)),
  );
  const forwarded = request(
    target + asked.url,
    { method: asked.method, headers: { ...headers, host, 'x-forwarded-proto': 'https' } },
    (answered) => {
      answer.statusCode = answered.statusCode ?? 502;
      for (const [name, value] of Object.entries(answered.headers)) {
        if (value !== undefined && !OF_CONNECTION.has(name)) {
          answer.setHeader(name, value);
        }
      }
      answered.pipe(answer);
    },
  );
  forwarded.on('error', () => {
    if ('stream' in answer) {
      answer.stream.close();
    } else {
      answer.destroy();
    }
  });
  asked.pipe(forwarded);
}
