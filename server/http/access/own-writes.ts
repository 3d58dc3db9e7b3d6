import type { FastifyRequest } from 'fastify';
import { readingFrom } from '#server/db/connection/reading-scope.ts';
import { noteMemberWrite } from '#server/db/following/queries.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';

const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Lets members read what they wrote, in whatever process: what writes reads from the primary alone, and where its caller reads
 * next is read from replicas that have it. Comes after `authenticate`; does nothing without replicas.
 */
export function readOwnWrites(scope: App, { db, database }: Pick<Deps, 'db' | 'database'>): void {
  if (database.replicas === null) return;
  const isReading = ({ method }: FastifyRequest) => READING.includes(method);
  scope.addHook('preHandler', (request, _reply, done) => {
    const position = isReading(request) ? (request.viewing.viewer.wrote ?? 0) : Infinity;
    if (position === 0) {
      done();
    } else {
      readingFrom(position, done);
    }
  });
  scope.addHook('onSend', async (request, reply) => {
    const id = request.viewing?.viewer.id ?? null;
    if (isReading(request) || id === null || reply.statusCode >= 400) return;
    // It is written all the same.
    await noteMemberWrite(db, id).catch((error: unknown) => request.log.warn({ err: error }, 'write not noted'));
  });
}
