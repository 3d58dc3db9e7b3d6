import type { ConnectionError } from 'fastify';
import type { Socket } from 'node:net';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import { acceptedLocale, DEFAULT_LOCALE } from '#contract/locales.ts';
import { problem, type ProblemCode } from '#contract/problems.ts';
import { translate } from '#server/i18n/translate.ts';
import { DATA_HEADERS } from './security-headers.ts';

/** The bytes of a broken request that are looked at for its language. */
const MAX_LOOKED_AT = 65_536;

const CODES: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'request-headers-too-large',
};

/**
 * Answers what is no request, and ends its connection: a head that is too large, that does not come to its end, or that
 * is no HTTP. In the language it asks for, as far as its head has come.
 */
export function answerUnreadable(
  error: ConnectionError,
  socket: Socket & { _httpMessage?: ServerResponse | null },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // In the middle of an answer nothing else can be said.
  if (socket.writable && socket._httpMessage?.headersSent !== true) {
    const { code, status } = problem(CODES[error.code] ?? 'request-malformed');
    const locale = acceptedLocale(parseLanguage(error.rawPacket as unknown as Buffer | undefined)) ?? DEFAULT_LOCALE;
    const body = JSON.stringify({ message: translate(locale, `problem.${code}`), code });
    const headers = Object.entries({
      ...DATA_HEADERS,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    );
  }
  socket.destroySoon();
}

function parseLanguage(packet: Buffer | undefined): string | undefined {
  const lines = packet?.subarray(0, MAX_LOOKED_AT).toString('latin1').split('\r\n') ?? [];
  return lines
    .find((line) => line.slice(0, 16).toLowerCase() === 'accept-language:')
    ?.slice(16)
    .trim();
}
