import type { FastifyRequest } from 'fastify';
import { problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import { findUpload, type UploadRow } from './queries.ts';

/** The upload that a request is about. @throws Problem `upload-not-found` when there is none, or it is not the asker's to reach. */
export async function requireUpload(
  db: Db,
  { viewing }: Pick<FastifyRequest, 'viewing'>,
  id: number,
): Promise<UploadRow> {
  const upload = await findUpload(db, viewing.viewer, id);
  if (upload === null) throw problem('upload-not-found');
  return upload;
}
