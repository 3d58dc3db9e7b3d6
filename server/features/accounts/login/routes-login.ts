import { z } from 'zod';
import {
  CAPTCHA_FOR,
  CaptchaChallenge,
  LoginAnswer,
  LoginBody,
  OwnUser,
  SecondStepBody,
  SignedIn,
  LogoutAnswer,
} from '#contract/accounts.ts';
import { Marks, MarksQuery } from '#contract/library.ts';
import { isProblem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import { ownUser } from '#server/features/accounts/profile/own-user.ts';
import { logOut } from '#server/features/accounts/public/logout.ts';
import { openSession } from '#server/features/accounts/public/session-opening.ts';
import { finishSecondStep, getPendingLogin } from '#server/features/accounts/security/second-factor.ts';
import { findMarks } from '#server/features/library/public/queries-marks.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { translate } from '#server/i18n/translate.ts';
import { createCaptcha } from '#server/features/accounts/public/captcha.ts';
import { countSecondStep, logIn } from './login.ts';
import { logLogin } from './login-log.ts';
import { requirePasswords } from './passwords-off.ts';

/** Logging in and out, and who one is (api-contract, "Account"). */
export function loginRoutes(app: App, deps: Pick<Deps, 'db' | 'config' | 'secret' | 'now' | 'log'>): void {
  app.get(
    '/captcha',
    {
      schema: {
        summary: 'A proof of work to be done; its answer goes back as `captcha`',
        tags: ['account'],
        querystring: z.object({ for: z.enum(CAPTCHA_FOR) }),
        response: { 200: CaptchaChallenge },
      },
      config: { permission: 'session.open' },
    },
    async ({ viewing, query }, reply) => {
      void reply.header('cache-control', 'no-store');
      return createCaptcha(deps, viewing.site, query.for);
    },
  );

  app.post(
    '/login',
    {
      schema: {
        summary: 'Logs in, or asks for the second factor',
        tags: ['account'],
        body: LoginBody,
        response: { 200: LoginAnswer },
      },
      config: { permission: 'session.open' },
    },
    (request) => {
      requirePasswords(request.viewing);
      return logIn(deps, request, request.body);
    },
  );

  app.post(
    '/login/second-step',
    {
      schema: {
        summary: 'Ends a login that asked for a second factor',
        tags: ['account'],
        body: SecondStepBody,
        response: { 200: SignedIn },
      },
      config: { permission: 'session.open' },
    },
    async (request) => {
      const { token, ...step } = request.body;
      const pending = await getPendingLogin(deps.db, token);
      const giveBack = await countSecondStep(deps, pending.user_id);
      const session = { userId: pending.user_id, remember: pending.remember, source: pending.source };
      const tried = {
        by: step.passkey !== undefined ? 'passkey' : step.recovery_code !== undefined ? 'recovery' : 'totp',
        user: session.userId,
      } as const;
      const auth = await finishSecondStep(
        deps.db,
        { viewing: request.viewing, token, pending, step, now: deps.now() },
        (tx) => openSession(tx, request, session),
      ).catch((error: unknown) => {
        if (isProblem(error)) {
          logLogin(deps.log, request.ip, { outcome: 'wrong', ...tried });
        }
        throw error;
      });
      logLogin(deps.log, request.ip, { outcome: 'in', ...tried });
      await giveBack();
      return { user: await ownUser(deps, request.viewing, session.userId), auth };
    },
  );

  app.route({
    // By GET, too, because older clients do; no cookie logs anyone in, so no other site can log them out.
    method: ['GET', 'POST'],
    url: '/logout',
    schema: {
      summary: 'Ends the session of the token that was sent, if one was; tells where it is ended where it began, too',
      tags: ['account'],
      response: { 200: LogoutAnswer },
    },
    config: { permission: 'session.open' },
    handler: async ({ viewing }) => {
      const { token } = viewing.viewer;
      const location = token === null ? null : await logOut(deps, viewing, token);
      return {
        message: translate(viewing.locale, 'auth.told.logged-out'),
        ...(location === null ? {} : { location }),
      };
    },
  });

  app.get(
    '/account',
    {
      schema: {
        summary: 'The member who asks; with `comics` also what they did with those, so that a page needs one call',
        tags: ['account'],
        querystring: MarksQuery,
        response: { 200: OwnUser.extend({ marks: Marks.optional() }) },
      },
      config: { permission: 'account.own' },
    },
    async (request) => {
      const [userId, { comics }] = [requireMember(request), request.query];
      const [user, marks] = await Promise.all([
        ownUser(deps, request.viewing, userId),
        comics.length === 0 ? null : findMarks(deps.db, userId, comics),
      ]);
      return marks === null ? user : { ...user, marks };
    },
  );
}
