import { isProblem, type ProblemCode, type ProblemParams } from '#contract/problems.ts';
import { isFull } from '#server/db/kysely.ts';

/** A database that went away, by PostgreSQL's codes and its driver's. */
const GONE = new Set(['57P01', '57P02', '57P03', '08003', '08006', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** The error thrown, as the code and values of a failure; null for what nobody expects. */
export function toFailure(error: unknown): { code: ProblemCode; params: ProblemParams } | null {
  if (isProblem(error)) return { code: error.code, params: error.params };
  const { code = '', message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (isFull(error)) return { code: 'storage-full', params: {} };
  return GONE.has(code) || message.startsWith('Connection terminated')
    ? { code: 'database-unavailable', params: {} }
    : null;
}

/** Whether trying again cannot help, before someone changes the archive. */
export function isPermanentFailure(error: unknown): error is Error & { code: ProblemCode; params: ProblemParams } {
  return isProblem(error) && /^(archive|page|upload|image|term|import)-/.test(error.code);
}
