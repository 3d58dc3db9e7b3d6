import { isDeepStrictEqual } from 'node:util';
import type { FastifySchema } from 'fastify';
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
