import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLocale, DEFAULT_LOCALE, isLocale, textDirection, type Locale } from '#contract/locales.ts';
import { isProblem } from '#contract/problems.ts';
import { isFull, isTimedOut } from '#server/db/kysely.ts';
import { logRefusal } from '#server/http/access/guard-log.ts';
import { PAGE_HEADERS } from '#server/http/requests/security-headers.ts';
import { translate } from '#server/i18n/translate.ts';

type BareStatus = 400 | 405 | 429 | 500 | 503;

const TITLES = {
  400: 'problem.request-malformed',
  405: 'bare.script.title',
  429: 'bare.often.title',
  500: 'site.error.title',
  503: 'site.failure.503.title',
} as const;
const TEXTS = {
  405: 'bare.script.text',
  429: 'bare.often.text',
  500: 'site.failure.500.text',
  503: 'site.failure.503.text',
} as const;
/** Nothing of the site is fetched, and nothing runs. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Seconds until a browser asks again by itself for a page the site is too busy for. */
const AGAIN = 10;
/** Letters of a broken panel, drawn in the colours of whoever reads: the site's own may be what is missing. */
const MARK =
  '<svg viewBox="-4 -4 60 66" width="120" overflow="visible" aria-hidden="true" fill="currentColor"><g opacity=".35"><path d="M0 0h10.5v52H0z"/><path d="M14.5 0h22.6L14.5 21.36Z"/><path d="M14.5 30.64 37.1 52H14.5Z"/></g><path d="M40 2.75v46.50L15.4 26Z" transform="translate(10 12) rotate(21 34 28)"/></svg>';

/**
 * A whole page that needs nothing: no script, no file, no database. It is what the site says when it cannot even say
 * so in its own frame: 500 and 503 when rendering fails, 400 for an address that cannot be read, 405 for a form that
 * only scripts can send, 429 for a visitor who asks too often.
 *
 * @param seconds to wait, where that is known.
 */
export function barePage(locale: Locale, status: BareStatus, seconds = AGAIN): string {
  const title = translate(locale, TITLES[status]);
  const text = status === 400 ? '' : `<p>${translate(locale, TEXTS[status], { seconds })}</p>`;
  const again =
    status === 400 ? '' : `<a href="">${translate(locale, status === 405 ? 'bare.script.back' : 'site.retry')}</a> · `;
  return (
    `<!doctype html><html lang="${locale}" dir="${textDirection(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="dark light"><title>${title}</title>` +
    '<style>body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;text-align:center;gap:16px;padding:24px;box-sizing:border-box;font:17px/1.6 system-ui,sans-serif}h1{font-size:28px;line-height:1.3;margin:0}p{margin:0;max-width:44ch}a{display:inline-block;padding:12px 4px}</style>' +
    `</head><body>${MARK}<h1>${title}</h1>${text}<p>${again}<a href="/${locale}">${translate(locale, 'notfound.home')}</a></p></body></html>`
  );
}

/** Answers a page that could not be made; what nobody expected goes to the log. */
export function replyMinimal(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  logRefusal(request, error);
  const status = statusFor(error);
  if (status === 500) {
    request.log.error({ err: error, url: request.url }, 'page failed');
  }
  return sendMinimal(request, reply, status);
}

/** Sends the page for a status, in the language the address begins with, else in the one that was chosen, else in the one the browser asks for. */
export function sendMinimal(
  request: FastifyRequest,
  reply: FastifyReply,
  status: BareStatus,
  seconds = AGAIN,
): FastifyReply {
  const first = /^\/([a-z]{2})(?:[/?]|$)/.exec(request.url)?.[1];
  const saved = request.cookies?.lang;
  const locale = isLocale(first)
    ? first
    : isLocale(saved)
      ? saved
      : (acceptedLocale(request.headers['accept-language']) ?? DEFAULT_LOCALE);
  return reply
    .code(status)
    .headers({
      ...PAGE_HEADERS,
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      ...(status === 503 || status === 429
        ? { 'retry-after': String(seconds), refresh: String(seconds) }
        : status === 405
          ? { allow: 'GET, HEAD' }
          : {}),
    })
    .type('text/html; charset=utf-8')
    .send(barePage(locale, status, seconds));
}

/** Whether whoever asks reads pages: an address outside the API, asked for by a browser. */
export function isPageRequest({ url, headers }: FastifyRequest): boolean {
  return !/^\/(?:api|health|metrics|blobs|images)\b/.test(url) && headers.accept?.includes('text/html') === true;
}

function statusFor(error: FastifyError): BareStatus {
  if (isTimedOut(error) || isFull(error) || (isProblem(error) && error.status === 503)) return 503;
  return (isProblem(error) ? error.status : (error.statusCode ?? 500)) < 500 ? 400 : 500;
}
