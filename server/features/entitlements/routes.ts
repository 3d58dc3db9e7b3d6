import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Entitlement, EntitlementReport, GivenEntitlement, ReportReceipt } from '#contract/entitlements.ts';
import { Problem, problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { deliverReport, getUserId, giveEntitlement, grantEntitlement } from './entitlements.ts';
import { listEntitlements } from './queries.ts';
import { isSignedMessage } from '#server/security/standard-webhooks.ts';

const Name = z.object({ username: z.string().min(1).max(100) });
const One = Name.extend({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/** Routes by which sellers report purchases and staff gives entitlements. On a site without the feature `premium` none of it is there. */
export async function entitlementRoutes(app: App, deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await app.register((scope) => webhookRoute(scope as App, deps));

  app.get(
    '/admin/users/:username/entitlements',
    {
      schema: {
        summary: 'What opens premium works to a member; a plain array',
        tags: ['premium'],
        params: Name,
        response: { 200: z.array(Entitlement) },
      },
      config: { permission: 'entitlements.manage', features: ['premium'] },
    },
    async ({ params }) => listEntitlements(deps.db, await getUserId(deps.db, params)),
  );

  app.post(
    '/admin/users/:username/entitlements',
    {
      schema: {
        summary: 'Opens a premium work, or all, to a member',
        tags: ['premium'],
        params: Name,
        body: GivenEntitlement,
        response: { 201: Entitlement },
      },
      config: { permission: 'entitlements.manage', features: ['premium'] },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(
          await giveEntitlement(deps.db, requireMember(request), request.params.username, request.body, deps.now()),
        ),
  );

  app.delete(
    '/admin/users/:username/entitlements/:id',
    {
      schema: {
        summary: 'Takes back what was opened to a member',
        tags: ['premium'],
        params: One,
        response: { 204: z.undefined() },
      },
      config: { permission: 'entitlements.manage', features: ['premium'] },
    },
    async (request, reply) => {
      await grantEntitlement(deps.db, requireMember(request), request.params.username, request.params.id);
      return reply.code(204).send();
    },
  );
}

/** The body is signed to the byte, so here it is not parsed before its signature was read. */
async function webhookRoute(scope: App, deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  scope.post(
    '/webhooks/entitlements',
    {
      schema: {
        summary: 'What a seller reports, as Standard Webhooks sign it',
        tags: ['premium'],
        response: { 200: ReportReceipt },
      },
      config: { permission: 'entitlements.deliver', features: ['premium'] },
    },
    async (request) => {
      const { webhookSecret } = request.viewing.site.premium;
      if (webhookSecret === undefined) throw problem('route-not-found');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const [id, timestamp, signature] = [
        header(request, 'webhook-id'),
        header(request, 'webhook-timestamp'),
        header(request, 'webhook-signature'),
      ];
      if (!isSignedMessage({ id, timestamp, signature, body }, webhookSecret, deps.now())) {
        throw problem('webhook-signature-wrong');
      }
      return {
        changed: await deliverReport(deps.db, parseReport(body), { id, sentAt: new Date(Number(timestamp) * 1000) }),
      };
    },
  );
}

function header({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

function parseReport(body: Buffer): EntitlementReport {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    throw problem('request-malformed');
  }
  const parsed = EntitlementReport.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Problem(
    'request-invalid',
    {},
    Object.fromEntries(
      parsed.error.issues.map(({ path }) => [path.join('.') || 'request', [{ rule: 'invalid' as const }]]),
    ),
  );
}
