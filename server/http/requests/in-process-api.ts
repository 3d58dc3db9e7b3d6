import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { checkedCopy } from './response-serializer.ts';

/** An answer of our own API to a page: the values that its JSON would hold. Nobody may change them, others may hold them. */
export interface ApiResponse {
  status: number;
  body: unknown;
}

/** Whom a page is made for. */
export interface InnerCaller {
  /** With which absolute addresses in the answer start. */
  origin: string;
  rating: 'safe' | 'all';
  /** Of the request for the page: what its calls log is told under its id. */
  log: FastifyBaseLogger;
  /** Holds what one call has read and others of the same page ask for, too; absent where each reads for itself. */
  shared?: Map<string, Promise<unknown>>;
}

/**
 * Calls our own API in this process, as the rendered pages do: through the same routes and hooks as a call from outside,
 * without a socket, a limit on calls or JSON.
 *
 * @param app ready, and told by `handOverAnswers` not to write JSON.
 * @param path from `/api` on, with its query.
 * @throws where a route answers with a stream.
 */
export function callApi(
  app: Pick<FastifyInstance, 'routing'>,
  caller: InnerCaller,
  path: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const request = new InnerRequest(path, caller, headers);
    app.routing(request, new InnerReply(request, resolve, reject));
  });
}

/**
 * Hands what routes answer to calls of this process over as it is. Register it before any other hook.
 *
 * @param checked whether each answer is compared with its JSON and with the contract, and handed over frozen.
 */
export function handOverAnswers(app: Pick<FastifyInstance, 'addHook'>, checked: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    if (raw instanceof InnerReply) {
      request.log = reply.log = raw.req.caller.log;
      void reply.serializer((body: unknown) => {
        // A problem is written already.
        if (typeof body === 'string') return body;
        raw.answer = checked ? checkedCopy(request, reply, body) : body;
        return '';
      });
    }
    done();
  });
}

/** The origin an inner call was made for, or null when the call comes from outside. */
export function innerOrigin({ raw }: Pick<FastifyRequest, 'raw'>): string | null {
  return raw instanceof InnerRequest ? raw.caller.origin : null;
}

/** The ratings that the page an inner call was made for may show, or null when the call comes from outside. */
export function innerRating({ raw }: Pick<FastifyRequest, 'raw'>): 'safe' | 'all' | null {
  return raw instanceof InnerRequest ? raw.caller.rating : null;
}

/** Where the calls of one page leave what they have read; undefined when the call comes from outside. */
export function innerShared({ raw }: Pick<FastifyRequest, 'raw'>): Map<string, Promise<unknown>> | undefined {
  return raw instanceof InnerRequest ? raw.caller.shared : undefined;
}

/** The part of a connection that is asked for where there is none. */
const NO_SOCKET = { remoteAddress: '127.0.0.1', encrypted: false } as unknown as Socket;

/** A call that no caller from outside can make: it is known by what it is, not by what it says. */
class InnerRequest extends IncomingMessage {
  readonly caller: InnerCaller;

  constructor(path: string, caller: InnerCaller, headers: Record<string, string>) {
    super(NO_SOCKET);
    this.caller = caller;
    this.method = 'GET';
    this.url = path;
    this.httpVersionMajor = 1;
    this.headers = { host: new URL(caller.origin).host };
    for (const [name, value] of Object.entries(headers)) {
      this.headers[name.toLowerCase()] = value;
    }
  }
}

/** Takes an answer instead of sending it; of its head the status alone is read. */
class InnerReply extends ServerResponse<InnerRequest> {
  /** The body before it is JSON; undefined where it came as text. */
  answer: unknown;
  readonly #resolve: (answer: ApiResponse) => void;
  readonly #reject: (error: Error) => void;

  constructor(request: InnerRequest, resolve: (answer: ApiResponse) => void, reject: (error: Error) => void) {
    super(request);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  override writeHead(status: number): this {
    this.statusCode = status;
    return this;
  }

  override write(): boolean {
    this.destroy(new Error(`${this.req.url} is answered with a stream`));
    return false;
  }

  override end(text?: unknown): this {
    this.finished = true;
    this.emit('finish');
    this.#resolve({ status: this.statusCode, body: this.answer === undefined ? readJson(text) : this.answer });
    return this;
  }

  override destroy(error?: Error): this {
    this.#reject(error ?? new Error(`${this.req.url} is not answered`));
    return super.destroy(error);
  }
}

function readJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
