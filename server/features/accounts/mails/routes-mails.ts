import { z } from 'zod';
import { problem } from '#contract/problems.ts';
import type { Deps } from '#server/deps.ts';
import type { App } from '#server/http/app-type.ts';
import { translate } from '#server/i18n/translate.ts';
import { endDigests } from './queries-mails.ts';
import { findUnsubscriber } from './unsubscribe-link.ts';

const Params = z.object({ link: z.string().max(40) });

/**
 * `POST /api/mails/unsubscribe/{link}`: what a mail program calls for one click (RFC 8058), and `GET`, which a person
 * opens: a page with a button, because programs that look at links must not end anything.
 * A scope of its own: no other route takes forms.
 */
export async function mailRoutes(app: App, { db, secret }: Pick<Deps, 'db' | 'secret'>): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { bodyLimit: 1024, parseAs: 'string' },
    (_request, _body, done) => {
      done(null, {});
    },
  );

  app.get(
    '/mails/unsubscribe/:link',
    {
      schema: { params: Params, hide: true },
      config: { permission: 'session.open' },
    },
    async ({ params, viewing: { locale } }, reply) => {
      if (findUnsubscriber(secret, params.link) === null) throw problem('link-invalid');
      const label = translate(locale, 'mail.frame.unsubscribe');
      void reply
        .type('text/html; charset=utf-8')
        .header(
          'content-security-policy',
          "default-src 'none'; frame-ancestors 'none'; form-action 'self'; sandbox allow-forms",
        );
      return reply.send(
        `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${label}</title><form method="post"><button>${label}</button></form></html>`,
      );
    },
  );

  app.post(
    '/mails/unsubscribe/:link',
    {
      schema: { params: Params, hide: true },
      config: { permission: 'session.open', signed: true },
    },
    async ({ params, viewing: { locale } }, reply) => {
      const user = findUnsubscriber(secret, params.link);
      if (user === null) throw problem('link-invalid');
      await endDigests(db, user);
      return reply.type('text/plain; charset=utf-8').send(translate(locale, 'mail.unsubscribed'));
    },
  );
}
