import type { S3Client } from '@aws-sdk/client-s3';

/** A call for one object. */
export interface ObjectCall {
  method: 'GET' | 'PUT';
  key: string;
  headers: Record<string, string>;
  body?: Uint8Array;
}

/** The answer of a store that has done what it was asked for. */
export interface ObjectAnswer {
  headers: Record<string, string>;
  body: unknown;
}

/** Asks for objects; null where the client has to ask: for the first, and whenever the store does anything else than what it is asked for. */
export type DirectCaller = (call: ObjectCall) => Promise<ObjectAnswer | null>;

/** A request as the parts of Amazon's client hand it on. */
interface Request {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
}

/** The client's commands in whose place objects are asked for directly. */
export const DIRECT_COMMANDS: ReadonlySet<string> = new Set(['GetObjectCommand', 'PutObjectCommand']);

/**
 * Asks for objects by the client's own signer and connections, past the steps that choose an address, try again and read answers, by
 * which it takes more than twice as much of the processor for a page's picture (decisions/0133). Where objects are is learnt
 * from the first, which the client asks for.
 */
export function createDirectCaller(client: S3Client): DirectCaller {
  /** The address of an object without its key; null until one was asked for. */
  let learnt: Request | null = null;
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const { protocol, hostname, port, path } = args.request as Request;
        const { Key = '' } = args.input as { Key?: string };
        if (DIRECT_COMMANDS.has(commandName) && path.endsWith(`/${Key}`)) {
          learnt = { protocol, hostname, ...(port !== undefined && { port }), path: path.slice(0, -Key.length) };
        }
        return next(args);
      },
    { step: 'build', name: 'learnAddress', priority: 'low' },
  );
  let signing: ReturnType<typeof client.config.signer> | undefined;
  return async ({ method, key, headers, body }) => {
    if (learnt === null) return null;
    const { hostname, port, path } = learnt;
    const host = port === undefined ? hostname : `${hostname}:${port}`;
    const request = { ...learnt, method, path: path + key, query: {}, headers: { host, ...headers }, body };
    const signer = await (signing ??= client.config.signer());
    const signingDate = new Date(Date.now() + client.config.systemClockOffset);
    const signed = await signer.sign(request as never, { signingDate });
    const { response } = await client.config.requestHandler.handle(signed as never);
    if (response.statusCode === 200 || response.statusCode === 206) return response;
    (response.body as { destroy?: () => void } | undefined)?.destroy?.();
    return null;
  };
}
