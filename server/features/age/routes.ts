import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressesFor } from '#contract/addresses.ts';
import { AgeBody, AgeState, AgeStep } from '#contract/age.ts';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { createAgeGate, gateFor } from '#server/http/access/age-gate.ts';
import { isOfThisSite } from '#server/http/access/csrf.ts';
import { requestOrigin, ownOrigins } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { savedLocale } from '#server/http/pages/page-address.ts';
import { PAGE_HEADERS } from '#server/http/requests/security-headers.ts';
import { passGate, restorePass, sendAway, takeBack, withdrawPass, type Step, type Visitor } from './age.ts';
import { findAgePass } from './queries.ts';

type AgeDeps = Pick<Deps, 'db' | 'secret' | 'now' | 'sites'>;

const tags = ['age'];
const read = { permission: 'site.read' } as const;
const page = { schema: { hide: true }, config: { permission: 'site.read', cost: 0 } } as const;

/** The age check as programs and scripts call it. */
export function ageRoutes(app: App, deps: AgeDeps): void {
  app.get(
    '/age',
    {
      schema: { summary: 'What stands between the caller and explicit works', tags, response: { 200: AgeState } },
      config: read,
    },
    async (request) => {
      const { site, member, gate, locale, origin } = caller(deps, request);
      const pass = member === null ? null : await findAgePass(deps.db, member);
      const passed =
        gate.passed ||
        (pass !== null &&
          gateFor(site, gate.mode, { provider: pass.provider, expires: pass.until }, deps.now()).passed);
      return {
        mode: gate.mode,
        passed,
        account: pass && { method: pass.method, provider: pass.provider, at: pass.at, expires: pass.expires },
        gate_url: addressesFor(locale, site.variant, origin).age(),
      };
    },
  );

  app.post(
    '/age',
    {
      schema: {
        summary: 'Declares that the caller is an adult, or tells where their age is checked',
        tags,
        body: AgeBody,
        response: { 200: AgeStep },
      },
      config: read,
    },
    async (request, reply) => ({
      location: applyStep(request, reply, await passGate(deps, person(deps, request), request.body.next)),
    }),
  );

  app.post(
    '/age/restore',
    {
      schema: {
        summary: 'Gives this browser the check that the caller’s account holds',
        tags,
        response: { 200: z.object({ passed: z.boolean() }) },
      },
      config: { permission: 'account.own' },
    },
    async (request, reply) => {
      const step = await restorePass(deps, caller(deps, request), request.viewing.wantsAll);
      if (step !== null) {
        applyStep(request, reply, step);
      }
      return { passed: step !== null };
    },
  );

  app.delete(
    '/age',
    { schema: { summary: 'Takes the caller’s check back', tags, response: { 200: AgeStep } }, config: read },
    async (request, reply) => ({
      location: applyStep(request, reply, await withdrawPass(deps, person(deps, request))),
    }),
  );
}

/** The age check as pages without scripts do it: a form, the way to the provider and the way back. A scope of its own: no other route of pages takes forms. */
export async function agePageRoutes(app: App, deps: AgeDeps): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { bodyLimit: 4096, parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );

  app.post('/:lang/age', page, async (request, reply) => {
    const visitor = guest(deps, request);
    const { next, withdraw } = (request.body ?? {}) as Record<string, string | undefined>;
    if (!isOfThisSite(request, ownOrigins(visitor.site, request))) throw problem('xsrf-refused');
    if (withdraw !== undefined) return onward(request, reply, await withdrawPass(deps, visitor));
    // A form may only lead to this site (`form-action`): from the page of the check a link leads on.
    const isElsewhere = visitor.gate.mode === 'external' && !visitor.gate.passed;
    return isElsewhere
      ? onward(request, reply, {
          location: addressesFor(visitor.locale, visitor.site.variant).age(next),
          age: null,
          lists: null,
        })
      : onward(request, reply, await passGate(deps, visitor, next));
  });

  app.get('/:lang/age/check', page, async (request, reply) => {
    const visitor = guest(deps, request);
    const { next: asked } = request.query as { next?: unknown };
    const next = typeof asked === 'string' ? asked : undefined;
    // The pass of whoever has one is not given up for another check.
    const isOpen = visitor.gate.mode === 'external' && visitor.gate.passed;
    return onward(request, reply, isOpen ? await passGate(deps, visitor, next) : sendAway(deps, visitor, next));
  });

  app.get('/age/return', page, async (request, reply) =>
    onward(request, reply, await takeBack(deps, guest(deps, request), request.cookies.age, request.query)),
  );
}

function caller(deps: AgeDeps, request: FastifyRequest): Visitor {
  const { site, locale, origin, viewer } = request.viewing;
  return { site, locale, origin, member: viewer.id, gate: createAgeGate(deps, site, request) };
}

/** The caller, of whose account nothing is changed by a program that acts for them. */
function person(deps: AgeDeps, request: FastifyRequest): Visitor {
  const visitor = caller(deps, request);
  return request.viewing.viewer.scopes === null ? visitor : { ...visitor, member: null };
}

function guest(deps: AgeDeps, request: FastifyRequest): Visitor {
  const site = deps.sites.of(request.host);
  const { lang } = request.params as { lang?: string };
  const locale = savedLocale(site, {
    lang: lang ?? request.cookies.lang,
    acceptLanguage: request.headers['accept-language'],
  });
  return { site, locale, origin: requestOrigin(site, request), member: null, gate: createAgeGate(deps, site, request) };
}

function onward(request: FastifyRequest, reply: FastifyReply, step: Step): FastifyReply {
  return reply
    .headers({ ...PAGE_HEADERS, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(applyStep(request, reply, step), 303);
}

/** Sets the cookies of a step. @returns where it leads. */
function applyStep(request: FastifyRequest, reply: FastifyReply, { location, age, lists }: Step): string {
  const cookieOptions = { path: '/', sameSite: 'lax', secure: request.protocol === 'https' } as const;
  if (age !== null) {
    void reply.setCookie('age', age.value, { ...cookieOptions, httpOnly: true, maxAge: age.seconds });
  }
  if (lists !== null) {
    void reply.setCookie('nsfw', String(lists.all), { ...cookieOptions, maxAge: lists.seconds });
  }
  return location;
}
