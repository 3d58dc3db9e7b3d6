import { z } from 'zod';
import {
  RegisterBody,
  ResetBody,
  ResetRequestBody,
  SetupBody,
  SignedIn,
  MessageResponse,
  Verified,
} from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { getOwnUser } from '#server/features/accounts/profile/queries-account.ts';
import { requireMember } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { translate } from '#server/i18n/translate.ts';
import { askForReset, resetPassword } from './password-reset.ts';
import { requirePasswords } from './passwords-off.ts';
import { register } from './registration.ts';
import { setUp } from './setup.ts';
import { resendVerification, verifyLink } from '#server/features/accounts/public/verification.ts';

/** Becoming a member, showing that an address is one's own, and forgotten passwords (api-contract, "Account"). */
export function registrationRoutes(app: App, deps: Pick<Deps, 'db' | 'secret' | 'now' | 'log'>): void {
  app.post(
    '/register',
    {
      schema: {
        summary: 'Makes an account and logs in',
        tags: ['account'],
        body: RegisterBody,
        response: { 200: SignedIn },
      },
      config: { permission: 'session.open', features: ['register'] },
    },
    (request) => {
      requirePasswords(request.viewing);
      return register(deps, request, request.body);
    },
  );

  app.post(
    '/setup',
    {
      schema: {
        summary: 'Makes the first admin; 404 once there is one',
        tags: ['account'],
        body: SetupBody,
        response: { 200: SignedIn },
      },
      config: { permission: 'session.open' },
    },
    (request) => setUp(deps, request, request.body),
  );

  app.post(
    '/email/resend',
    {
      schema: {
        summary: 'Sends the link by which an address is verified again',
        tags: ['account'],
        response: { 200: MessageResponse },
      },
      config: { permission: 'account.own' },
    },
    async (request) => {
      const { viewing } = request;
      const userId = requireMember(request);
      const {
        email,
        user: { verified },
      } = await getOwnUser(deps.db, userId);
      const sent = await resendVerification(deps.db, { userId, email, verified, site: viewing.site.id });
      return {
        message: translate(viewing.locale, sent ? 'auth.told.verification-sent' : 'auth.told.already-verified'),
      };
    },
  );

  app.post(
    '/email/verify/:hash',
    {
      schema: {
        summary: 'Verifies an address by the link of a mail',
        tags: ['account'],
        params: z.object({ hash: z.string().max(100) }),
        response: { 200: Verified },
      },
      config: { permission: 'session.open' },
    },
    async ({ params, viewing }) => {
      const status = await verifyLink(deps.db, params.hash);
      return {
        status,
        message: translate(viewing.locale, status === 'verified' ? 'auth.told.verified' : 'auth.told.already-verified'),
      };
    },
  );

  app.post(
    '/password/create',
    {
      schema: {
        summary: 'Sends a link to choose a new password; the answer is the same for every address',
        tags: ['account'],
        body: ResetRequestBody,
        response: { 200: MessageResponse },
      },
      config: { permission: 'session.open' },
    },
    async (request) => {
      requirePasswords(request.viewing);
      await askForReset(deps, request, request.body);
      return { message: translate(request.viewing.locale, 'auth.told.reset-sent') };
    },
  );

  app.post(
    '/password/reset',
    {
      schema: {
        summary: 'Chooses a new password by the link of a mail; every session and every API key ends',
        tags: ['account'],
        body: ResetBody,
        response: { 200: MessageResponse },
      },
      config: { permission: 'session.open' },
    },
    async (request) => {
      requirePasswords(request.viewing);
      await resetPassword(deps, request, request.body);
      return { message: translate(request.viewing.locale, 'auth.told.password-reset') };
    },
  );
}
