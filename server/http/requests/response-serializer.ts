import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { serializerCompiler } from 'fastify-type-provider-zod';

/** Sends what a handler answers as it is: the compiler has seen its type, and the tests its values. */
export const skipSerialization: FastifySerializerCompiler<FastifySchema> = () => JSON.stringify;

/** Sends what a handler answers once it is what the contract says, no less and no more. @throws when it is not. */
export const validateResponses: FastifySerializerCompiler<FastifySchema> = (route) => {
  const encode = serializerCompiler(route as never);
  return (data) => {
    const sent = JSON.stringify(data);
    if (!isDeepStrictEqual(JSON.parse(sent), JSON.parse(encode(data)))) {
      throw new Error(`${route.method} ${route.url} answers more than its contract says`);
    }
    return sent;
  };
};

/**
 * An answer as a caller from outside would read it, frozen.
 *
 * @throws when the answer itself is not that: values that JSON leaves out or changes, or others than the contract's.
 */
export function checkedCopy({ method, routeOptions }: FastifyRequest, reply: FastifyReply, answer: unknown): unknown {
  const serialize = reply.getSerializationFunction(String(reply.statusCode)) ?? JSON.stringify;
  const read = JSON.parse(serialize(answer as never)) as unknown;
  if (!isDeepStrictEqual(read, answer)) {
    throw new Error(`${method} ${routeOptions.url} answers a page with other values than its JSON has`);
  }
  return deepFreeze(read);
}

function deepFreeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
