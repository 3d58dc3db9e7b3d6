import { z } from 'zod';
import {
  PasskeyDraft,
  PasskeyOptions,
  PasswordProof,
  RecoveryCodes,
  TotpCode,
  TotpSecret,
  TwoFactor,
} from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { requireMember, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { findTwoFactor } from './queries-two-factor.ts';
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  removePasskey,
  renewCodes,
  turnOffTotp,
  turnOnTotp,
  type Securing,
} from './two-factor.ts';

const own = { permission: 'account.own' } as const;
const tags = ['account'];
const PasskeyId = z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) });

/** `account/two-factor`: codes of an authenticator app, recovery codes, passkeys. What turns one on or off needs the password. */
export function twoFactorRoutes(app: App, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    '/account/two-factor',
    {
      schema: { summary: 'How the caller signs in besides the password', tags, response: { 200: TwoFactor } },
      config: own,
    },
    (request) => findTwoFactor(db, requireMember(request)),
  );

  app.post(
    '/account/two-factor/totp',
    {
      schema: {
        summary: 'Makes a secret for an authenticator app; codes are asked for once the first was given',
        tags,
        body: PasswordProof,
        response: { 200: TotpSecret },
      },
      config: own,
    },
    (request) => beginTotp(db, toSecuring(request), request.body.password),
  );

  app.put(
    '/account/two-factor/totp',
    {
      schema: {
        summary: 'Turns codes on with the first of them',
        tags,
        body: TotpCode,
        response: { 200: RecoveryCodes },
      },
      config: own,
    },
    (request) => turnOnTotp(db, toSecuring(request), request.body.code, now()),
  );

  app.delete(
    '/account/two-factor/totp',
    {
      schema: { summary: 'Turns codes off', tags, body: PasswordProof, response: { 200: TwoFactor } },
      config: own,
    },
    async (request) => {
      await turnOffTotp(db, toSecuring(request), request.body.password);
      return findTwoFactor(db, requireMember(request));
    },
  );

  app.post(
    '/account/two-factor/recovery-codes',
    {
      schema: {
        summary: 'Makes new recovery codes; the old ones are no longer good',
        tags,
        body: PasswordProof,
        response: { 200: RecoveryCodes },
      },
      config: own,
    },
    (request) => renewCodes(db, toSecuring(request), request.body.password),
  );

  app.post(
    '/account/two-factor/passkeys/options',
    {
      schema: {
        summary: 'What the browser makes a passkey with',
        tags,
        body: PasswordProof,
        response: { 200: PasskeyOptions },
      },
      config: own,
    },
    async (request) => ({ ...(await beginPasskey(db, toSecuring(request), request.body.password)) }),
  );

  app.post(
    '/account/two-factor/passkeys',
    {
      schema: { summary: 'Adds a passkey', tags, body: PasskeyDraft, response: { 200: RecoveryCodes } },
      config: own,
    },
    (request) => addPasskey(db, toSecuring(request), request.body),
  );

  app.delete(
    '/account/two-factor/passkeys/:id',
    {
      schema: {
        summary: 'Takes a passkey away',
        tags,
        params: PasskeyId,
        body: PasswordProof,
        response: { 200: TwoFactor },
      },
      config: own,
    },
    async (request) => {
      await removePasskey(db, toSecuring(request), request.params.id, request.body.password);
      return findTwoFactor(db, requireMember(request));
    },
  );
}

function toSecuring(request: { viewing: RequestContext }): Securing {
  return { userId: requireMember(request), token: request.viewing.viewer.token, viewing: request.viewing };
}
