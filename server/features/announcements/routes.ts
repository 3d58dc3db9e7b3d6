import { z } from 'zod';
import { Announcement, AnnouncementDraft, ManagedAnnouncement } from '#contract/announcements.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { announcementsFor, managedAnnouncements, saveAnnouncement, withdraw } from './announcements.ts';

const One = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const Kept = z.object({ id: z.number().int() });
const tags = ['site'];

/** Routes of the operators' announcements. */
export function announcementRoutes(app: App, deps: Pick<Deps, 'db' | 'now'>): void {
  const { db } = deps;
  const managed = { permission: 'announcements.manage' } as const;

  app.get(
    '/announcements',
    {
      schema: {
        summary: 'What the operator has to say now; a plain array',
        tags,
        response: { 200: z.array(Announcement) },
      },
      config: { permission: 'site.read' },
    },
    ({ viewing }) => announcementsFor(deps, viewing),
  );

  app.get(
    '/admin/announcements',
    {
      schema: {
        summary: 'Every announcement with its texts, the newest first; a plain array',
        tags,
        response: { 200: z.array(ManagedAnnouncement) },
      },
      config: managed,
    },
    () => managedAnnouncements(db),
  );

  app.post(
    '/admin/announcements',
    {
      schema: { summary: 'Announces something', tags, body: AnnouncementDraft, response: { 201: Kept } },
      config: managed,
    },
    async (request, reply) => {
      const id = await saveAnnouncement(db, requireMember(request), null, request.body);
      return reply.code(201).send({ id });
    },
  );

  app.put(
    '/admin/announcements/:id',
    {
      schema: {
        summary: 'Changes an announcement',
        tags,
        params: One,
        body: AnnouncementDraft,
        response: { 200: Kept },
      },
      config: managed,
    },
    async (request) => {
      const id = await saveAnnouncement(db, requireMember(request), request.params.id, request.body);
      return { id };
    },
  );

  app.delete(
    '/admin/announcements/:id',
    {
      schema: { summary: 'Takes an announcement away', tags, params: One, response: { 204: z.undefined() } },
      config: managed,
    },
    async (request, reply) => {
      await withdraw(db, requireMember(request), request.params.id);
      return reply.code(204).send();
    },
  );
}
