import { z } from 'zod';
import {
  AccountPatch,
  AccountSettings,
  AvatarAnswer,
  AvatarCrop,
  EmailChange,
  EmailChangeAnswer,
  OwnUser,
  PasswordChange,
  AccountDeletion,
  SessionEntry,
  MessageResponse,
} from '#contract/accounts.ts';
import { Problem, problem } from '#contract/problems.ts';
import { acceptTerms } from '#server/db/queries/terms-version.ts';
import type { Deps } from '#server/deps.ts';
import { endOtherSessions, endSession } from '#server/features/accounts/public/queries-sessions.ts';
import { requirePasswords } from '#server/features/accounts/login/passwords-off.ts';
import { twoFactorRoutes } from '#server/features/accounts/security/routes-two-factor.ts';
import { describeSessions } from '#server/features/accounts/public/sessions-list.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { throttle } from '#server/http/limits/throttle.ts';
import { acceptImages } from '#server/http/requests/whole-body.ts';
import { translate, formatDay } from '#server/i18n/translate.ts';
import { deleteAccount } from '#server/features/accounts/public/account-deletion.ts';
import { AVATAR_BYTES, changeAvatar, removeAvatar } from './avatars.ts';
import { askForEmail, changePassword, renameUser, type Caller } from './own-account.ts';
import { ownUser } from './own-user.ts';
import { findSettings } from './queries-own.ts';
import { mergeSettings } from '#server/features/accounts/public/queries-users.ts';

const own = { permission: 'account.own' } as const;
const tags = ['account'];
const SessionId = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

/** Routes by which members manage their own account once they are signed in. */
export async function ownAccountRoutes(app: App, deps: Deps): Promise<void> {
  const { db } = deps;

  app.patch(
    '/account',
    {
      schema: {
        summary: 'Changes the caller’s name, for their password',
        tags,
        body: AccountPatch,
        response: { 200: OwnUser },
      },
      config: own,
    },
    async (request) => {
      const { username, password = '' } = request.body;
      if (username !== undefined) {
        await renameUser(db, describeCaller(request), { username, password });
      }
      return ownUser(deps, request.viewing, requireMember(request));
    },
  );

  app.delete(
    '/account',
    {
      schema: {
        summary:
          'Closes the caller’s account, which is deleted after some days unless they sign in; comments stay without a name',
        tags,
        body: AccountDeletion,
        response: { 200: MessageResponse },
      },
      config: own,
    },
    async (request) => {
      const eraseAt = await deleteAccount(deps, describeCaller(request), request.body);
      const { locale } = request.viewing;
      return {
        message:
          eraseAt === null
            ? translate(locale, 'mail.account-deleted.subject')
            : translate(locale, 'mail.account-closed.subject', { date: formatDay(locale, eraseAt) }),
      };
    },
  );

  app.post(
    '/account/terms',
    {
      schema: { summary: 'Accepts the terms as they are now', tags, response: { 200: OwnUser } },
      config: own,
    },
    async (request) => {
      await acceptTerms(db, requireMember(request));
      return ownUser(deps, request.viewing, requireMember(request));
    },
  );

  app.get(
    '/account/settings',
    {
      schema: { summary: 'What the caller has chosen', tags, response: { 200: AccountSettings } },
      config: own,
    },
    (request) => findSettings(db, requireMember(request)),
  );

  app.patch(
    '/account/settings',
    {
      schema: {
        summary: 'Changes some of what the caller has chosen; what is not named stays',
        tags,
        body: AccountSettings,
        response: { 200: AccountSettings },
      },
      config: own,
    },
    (request) => mergeSettings(db, requireMember(request), request.body),
  );

  app.put(
    '/account/password',
    {
      schema: {
        summary: 'Changes the caller’s password; every other session ends, and API keys unless they are to be kept',
        tags,
        body: PasswordChange,
        response: { 200: MessageResponse },
      },
      config: own,
    },
    async (request) => {
      requirePasswords(request.viewing);
      await changePassword(db, describeCaller(request), request.body);
      return { message: translate(request.viewing.locale, 'mail.password-changed.subject') };
    },
  );

  app.put(
    '/account/email',
    {
      schema: {
        summary: 'Asks to use another address, which is used once it is confirmed',
        tags,
        body: EmailChange,
        response: { 200: EmailChangeAnswer },
      },
      config: own,
    },
    async (request) => {
      const pending = await askForEmail(db, describeCaller(request), request.body);
      const { locale } = request.viewing;
      return {
        message:
          pending === null
            ? translate(locale, 'mail.sent.unchanged')
            : translate(locale, 'mail.sent.email-change', { address: pending }),
        pending_email: pending,
      };
    },
  );

  sessionRoutes(app, deps);
  twoFactorRoutes(app, deps);
  await app.register(async (scope: App) => avatarRoutes(scope, deps));
}

function sessionRoutes(app: App, { db }: Pick<Deps, 'db'>): void {
  const entries = (request: { viewing: RequestContext }) =>
    describeSessions(db, requireMember(request), request.viewing.viewer.token);

  app.get(
    '/account/sessions',
    {
      schema: {
        summary: 'Where the caller is signed in, last used first',
        tags,
        response: { 200: z.array(SessionEntry) },
      },
      config: own,
    },
    entries,
  );

  app.delete(
    '/account/sessions/:id',
    {
      schema: {
        summary: 'Ends one of the caller’s sessions',
        tags,
        params: SessionId,
        response: { 200: z.array(SessionEntry) },
      },
      config: own,
    },
    async (request) => {
      if (!(await endSession(db, requireMember(request), request.params.id))) throw problem('session-not-found');
      return entries(request);
    },
  );

  app.delete(
    '/account/sessions',
    {
      schema: {
        summary: 'Ends every session of the caller but the one that asks',
        tags,
        response: { 200: z.array(SessionEntry) },
      },
      config: own,
    },
    async (request) => {
      await endOtherSessions(db, requireMember(request), request.viewing.viewer.token);
      return entries(request);
    },
  );
}

/** Pictures a member can send in an hour: each keeps a processor busy. */
const MAX_PICTURES = 20;

/** In a scope of its own: its bodies are pictures, which no other route takes. */
function avatarRoutes(scope: App, deps: Deps): void {
  acceptImages(scope, AVATAR_BYTES);

  scope.put(
    '/account/avatar',
    {
      schema: {
        summary: 'Makes a square of a picture the caller’s avatar; the body is the picture',
        tags,
        querystring: AvatarCrop,
        response: { 200: AvatarAnswer },
      },
      config: own,
    },
    async (request) => {
      const userId = requireMember(request);
      const { x, y, size } = request.query;
      const given = [x, y, size].filter((part) => part !== undefined).length;
      if (given !== 0 && given !== 3) throw new Problem('request-invalid', {}, { size: [{ rule: 'required' }] });
      if (!Buffer.isBuffer(request.body)) throw problem('picture-unsuitable');
      const seconds = await throttle(deps.db, `avatar ${userId}`, MAX_PICTURES, 3600);
      if (seconds !== null) throw problem('too-many-requests', { seconds });
      await changeAvatar(
        deps,
        userId,
        request.body,
        x === undefined || y === undefined || size === undefined ? null : { x, y, size },
      );
      return { avatar_url: (await ownUser(deps, request.viewing, userId)).avatar_url };
    },
  );

  scope.delete(
    '/account/avatar',
    {
      schema: { summary: 'Takes the caller’s avatar away', tags, response: { 200: AvatarAnswer } },
      config: own,
    },
    async (request) => {
      await removeAvatar(deps.db, requireMember(request));
      return { avatar_url: null };
    },
  );
}

function describeCaller(request: { viewing: RequestContext }): Caller {
  return { userId: requireMember(request), token: request.viewing.viewer.token, viewing: request.viewing };
}
