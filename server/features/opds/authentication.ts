import type { FastifyReply, FastifyRequest } from 'fastify';
import { isProblem } from '#contract/problems.ts';
import { logRefusal } from '#server/http/access/guard-log.ts';
import { requestAddresses, type RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { translate } from '#server/i18n/translate.ts';
import { opdsAddressesFor } from './opds-addresses.ts';

/** The media type of what tells a program how to sign in. */
export const AUTHENTICATION_TYPE = 'application/opds-authentication+json';

/** How a program signs in (Authentication for OPDS 1.0): by name and password, or with an API key as the password. */
export function authenticationDocument(viewing: RequestContext, id: string): object {
  const { site, locale, imageOrigin } = viewing;
  const to = requestAddresses(viewing);
  return {
    id,
    title: site.title,
    description: translate(locale, 'opds.sign-in'),
    links: [
      { rel: 'logo', href: `${imageOrigin}/images/icon.png`, type: 'image/png' },
      { rel: 'help', href: to.settings('keys'), type: 'text/html' },
      ...(site.features.includes('register') ? [{ rel: 'register', href: to.register(), type: 'text/html' }] : []),
    ],
    authentication: [
      {
        type: 'http://opds-spec.org/auth/basic',
        labels: { login: translate(locale, 'auth.login.username'), password: translate(locale, 'auth.password.label') },
      },
    ],
  };
}

/** Has whoever has to sign in, or did so wrongly, told how: 401 with `WWW-Authenticate` and the document. Other failures are as everywhere. */
export function askToSignIn(scope: App): void {
  scope.setErrorHandler((error, request: FastifyRequest, reply: FastifyReply) => {
    if (!isProblem(error) || error.status !== 401) throw error;
    logRefusal(request, error);
    const { viewing } = request;
    const { authentication } = opdsAddressesFor(request, 1);
    return reply
      .code(401)
      .headers({
        'www-authenticate': `Basic realm="${viewing.site.id}", charset="UTF-8"`,
        link: `<${authentication}>; rel="http://opds-spec.org/auth/document"; type="${AUTHENTICATION_TYPE}"`,
        'cache-control': 'no-store',
      })
      .type(AUTHENTICATION_TYPE)
      .send(
        JSON.stringify({
          ...authenticationDocument(viewing, authentication),
          description: translate(viewing.locale, `problem.${error.code}`, error.params),
          code: error.code,
        }),
      );
  });
}
