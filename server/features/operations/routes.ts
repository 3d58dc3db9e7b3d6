import { z } from 'zod';
import { Jobs, JobsQuery, RetriedJobs, RetryJobs } from '#contract/jobs.ts';
import { problem } from '#contract/problems.ts';
import { SettingsRefusal } from '#contract/site-settings.ts';
import { MailTest, MailTrial, System } from '#contract/system.ts';
import type { Deps } from '#server/deps.ts';
import { answerRefusal } from '#server/features/site-settings/public/refusal.ts';
import { trySettings } from '#server/features/site-settings/site-settings.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { cachedPages } from '#server/http/pages/page-cache.ts';
import { announceJobs } from '#server/jobs/queue.ts';
import { jobsPage, retryFailed, retryJob, stopJob } from './jobs.ts';
import { askForStorage } from './storage.ts';
import { getSystem, tryMail } from './system.ts';

const One = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const tags = ['operations'];
/** Mails an admin may try in an hour. */
const MAX_MAILS = 30;

/** Routes by which admins manage jobs and the system. */
export function operationRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  const jobs = { permission: 'jobs.manage' } as const;
  const system = { permission: 'system.manage' } as const;

  app.get(
    '/admin/jobs',
    {
      schema: {
        summary: 'Background work, the newest first, with how far it has come and what went wrong',
        tags,
        querystring: JobsQuery,
        response: { 200: Jobs },
      },
      config: jobs,
    },
    ({ query, viewing: { locale } }) => jobsPage(db, locale, query),
  );

  app.post(
    '/admin/jobs/retry',
    {
      schema: {
        summary: 'Tries every failed job of a kind again',
        tags,
        body: RetryJobs,
        response: { 200: RetriedJobs },
      },
      config: jobs,
    },
    async (request) => ({ retried: await retryFailed(db, requireMember(request), request.body.kind) }),
  );

  app.post(
    '/admin/jobs/:id/retry',
    {
      schema: { summary: 'Tries a failed or cancelled job again', tags, params: One, response: { 204: z.undefined() } },
      config: jobs,
    },
    async (request, reply) => {
      await retryJob(db, requireMember(request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/admin/jobs/:id/cancel',
    {
      schema: {
        summary: 'Cancels a job; one that runs stops within seconds, at its next good place',
        tags,
        params: One,
        response: { 204: z.undefined() },
      },
      config: jobs,
    },
    async (request, reply) => {
      await stopJob(db, requireMember(request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.get(
    '/admin/system',
    {
      schema: { summary: 'How the site is: what answers, what is kept, versions', tags, response: { 200: System } },
      config: system,
    },
    async ({ viewing: { locale } }) => {
      const system = await getSystem(deps, locale);
      // The first time someone looks.
      if (system.storage === null) {
        await askForStorage(deps);
      }
      return system;
    },
  );

  app.post(
    '/admin/system/storage',
    {
      schema: { summary: 'Has what is kept summed up anew, by a job', tags, response: { 202: z.undefined() } },
      config: system,
    },
    async (_request, reply) => {
      await askForStorage(deps);
      announceJobs();
      return reply.code(202).send();
    },
  );

  app.delete(
    '/admin/system/pages',
    {
      schema: {
        summary: 'Forgets the whole pages that the process which answers keeps',
        tags,
        response: { 204: z.undefined() },
      },
      config: system,
    },
    (_request, reply) => {
      cachedPages()?.empty();
      return reply.code(204).send();
    },
  );

  app.post(
    '/admin/system/mail',
    {
      schema: {
        summary:
          'Sends the caller a mail, to see whether mails leave; `values` are tried in place of the settings in force',
        tags,
        body: MailTrial.nullish(),
        response: { 200: MailTest, 422: SettingsRefusal },
      },
      config: system,
    },
    async (request, reply) => {
      const id = requireMember(request);
      const seconds = await throttle(db, `mail-test ${id}`, MAX_MAILS, 3600);
      if (seconds !== null) throw problem('too-many-requests', { seconds });
      const { viewing, body } = request;
      try {
        const tried = body?.values && (await trySettings(deps, viewing.site, body.values));
        return await tryMail(deps, viewing, id, tried?.mail);
      } catch (error) {
        return answerRefusal(error, viewing.locale, reply);
      }
    },
  );
}
