import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { addressesFor } from '#contract/addresses.ts';
import { problem } from '#contract/problems.ts';
import { RTA_LABEL } from '#contract/age.ts';
import type { Gate } from '#contract/rendering.ts';
import { publicSite, type Site } from '#server/config/site-file.ts';
import type { Deps } from '#server/deps.ts';
import { isNewsAlone } from '#server/db/following/site-changes.ts';
import { createAgeGate, type AgeGate } from '#server/http/access/age-gate.ts';
import { logRefusal } from '#server/http/access/guard-log.ts';
import { requestOrigin, visibleRating } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { limitOfPage } from '#server/http/limits/page-costs.ts';
import { COSTS, type LimitKind } from '#server/http/limits/request-costs.ts';
import { encodingFor } from '#server/http/requests/content-encoding.ts';
import { callApi } from '#server/http/requests/in-process-api.ts';
import { PAGE_HEADERS, strictTransport } from '#server/http/requests/security-headers.ts';
import { pageAnswers, renderSeconds, statusClass } from '#server/metrics/counts.ts';
import { traced } from '#server/tracing/tracing.ts';
import type { Asset } from './assets.ts';
import { siteStyle, styleVersion } from '#server/site-style/site-style.ts';
import { createFormerAddresses } from './former-addresses.ts';
import { createStyleInliner } from './inline-styles.ts';
import { replyMinimal, sendMinimal } from './minimal-page.ts';
import { readAddress, savedLocale, type PageAddress } from './page-address.ts';
import { announcePageCache, createPageCache, ReadyPage } from './page-cache.ts';
import { pagePolicy } from './page-policy.ts';
import { builtSite, liveSite, type SiteSource } from './site-source.ts';
import { webManifest } from './web-manifest.ts';
import { createCsrfToken } from '#server/security/csrf-token.ts';

type SiteDeps = Pick<Deps, 'config' | 'sites' | 'pictures' | 'demo' | 'secret' | 'now' | 'changes'>;
type Page = Extract<PageAddress, { kind: 'page' }>;

const ROUTE = { schema: { hide: true }, config: { permission: 'site.read' }, errorHandler: replyMinimal } as const;
const YEAR = 31_536_000;
/** How long browsers and proxies may keep a file; the service worker must never be an old one. */
const CACHED = {
  forever: `public, max-age=${YEAR}, immutable`,
  hour: 'public, max-age=3600',
  never: 'no-cache',
} as const;
/** Statuses of pages that are the same for everyone for a while. */
const LASTING: readonly number[] = [200, 404, 451];
/** Where the style sheet of a site's own look is served. */
const STYLE = '/site.css';
/** Letters of the addresses that are remembered as they were written, with the keys of the pages they lead to. */
const MAX_LETTERS = 2 ** 21;

/**
 * Serves everything that is not the API: the built files, the rendered pages, short addresses of comics.
 *
 * Pages are the anonymous view and are kept whole for `limits.pageCacheSeconds`; a visitor with a `hidden` cookie gets
 * pages of their own. What another process changes is made anew within a second, what is withdrawn at once. In development everything comes from Vite and nothing is kept.
 */
export async function serveSite(app: App, deps: SiteDeps, source?: SiteSource): Promise<void> {
  const from = source ?? (deps.config.development ? await liveSite(app) : await builtSite());
  const cache = createPageCache(() => deps.now().getTime());
  const written = new LRUCache<string, { key: string; kind: LimitKind }>({
    maxSize: MAX_LETTERS,
    sizeCalculation: ({ key }, address) => key.length + address.length,
  });
  const former = createFormerAddresses(app);
  const counts = { hits: 0, made: 0 };
  // A site whose settings have changed is another object: none of its pages is shown again.
  const states = new WeakMap<Site, number>();
  let lastState = 0;
  const stateFor = (site: Site) => {
    const state = states.get(site) ?? (lastState += 1);
    states.set(site, state);
    return state;
  };
  const withStyles = createStyleInliner((file) => from.asset(file)?.bytes.identity.toString() ?? null);
  const deaf = deps.changes.on((areas) => (isNewsAlone(areas) ? cache.renew() : cache.empty()));
  app.addHook('onClose', async () => {
    deaf();
  });
  announcePageCache({ state: () => ({ ...cache.size(), ...counts }), empty: cache.empty });

  app.get('/g/:id', ROUTE, async (request, reply) => {
    const { id } = request.params as { id: string };
    if (await isTooMuch(request, reply, 1)) return reply;
    const site = deps.sites.of(request.host);
    const locale = savedLocale(site, readChoices(request));
    const answer = await callApi(
      app,
      { origin: callOrigin(site, request), rating: 'safe', log: request.log },
      `/api/comics/${encodeURIComponent(id)}?lang=${locale}`,
    );
    const slug = answer.status === 200 ? (answer.body as { slug: string }).slug : id;
    return elsewhere(reply, addressesFor(locale, site.variant).comic(slug), 302);
  });

  app.get('/:lang/manifest.webmanifest', ROUTE, async (request, reply) => {
    const site = deps.sites.of(request.host);
    const { lang } = request.params as { lang: string };
    const locale = site.locales.find((each) => each === lang);
    return reply
      .code(locale === undefined ? 404 : 200)
      .headers({ ...PAGE_HEADERS, 'cache-control': 'public, max-age=3600' })
      .type('application/manifest+json')
      .send(locale === undefined ? '' : JSON.stringify(webManifest(site, locale)));
  });

  // Nothing is waited for on the way of a page that is at hand: at some microseconds a page that would be a tenth.
  app.get('/*', ROUTE, (request, reply) => {
    const { nsfw } = request.cookies;
    const site = deps.sites.of(request.host);
    const gate = createAgeGate(deps, site, request);
    const address = `${stateFor(site)} ${request.protocol} ${request.host} ${nsfw === 'true' || nsfw === 'false' ? nsfw : ''} ${gate.mode} ${gate.passed} ${request.url}`;
    const known = ownChoices(request).length === 0 ? written.get(address) : undefined;
    const page = known && cache.get(known.key);
    if (known === undefined || page === undefined) return answer(request, reply, site, gate, address);
    const wait = app.visitorLimit.take(request, known.kind, COSTS.keptPage);
    if (wait === null) return sendKept(request, reply, page);
    return Promise.resolve(wait).then((seconds) =>
      seconds === null ? sendKept(request, reply, page) : refuse(request, reply, seconds),
    );
  });

  function sendKept(request: FastifyRequest, reply: FastifyReply, page: ReadyPage) {
    counts.hits += 1;
    note(request, 'hit');
    return send(request, reply, page);
  }

  /** Answers what is not at hand under the address it was asked for by. */
  async function answer(request: FastifyRequest, reply: FastifyReply, site: Site, gate: AgeGate, address: string) {
    const { nsfw } = request.cookies;
    const requestPath = request.url.split('?', 1)[0] ?? '/';
    // Programs that read no page look for its icon here.
    const path = requestPath === '/favicon.ico' ? '/images/icon.png' : requestPath;
    const asset = path === STYLE ? styleAsset(site) : ((await deps.pictures.find(site, path)) ?? from.asset(path));
    if (asset) return sendAsset(request, reply, asset);
    if (/^\/(assets|images)\//.test(path)) {
      return reply.code(404).headers(PAGE_HEADERS).type('text/plain; charset=utf-8').send('');
    }
    const read = readAddress(site, request.url, readChoices(request));
    const chosen = rootChoice(site, gate, request);
    if (chosen === 'true' && !gate.passed) return elsewhere(reply, gatePath(request, site, read), 302);
    // The choice lasts no longer than the pass that lets it count.
    const lasting =
      gate.until === null ? YEAR : Math.min(YEAR, Math.max(0, gate.until - Math.floor(deps.now().getTime() / 1000)));
    const chosenCookie = chosen === undefined ? undefined : cookie(request, 'nsfw', chosen, lasting);
    if (read.kind === 'elsewhere') {
      if (await isTooMuch(request, reply, COSTS.keptPage)) return reply;
      if (chosenCookie !== undefined) {
        void reply.header('set-cookie', chosenCookie);
      }
      const to = read.permanent ? null : await former(requestPath, request, site, callOrigin(site, request));
      return elsewhere(reply, to ?? read.to, read.permanent || to !== null ? 301 : 302);
    }

    const rating = gate.passed ? visibleRating(site, read.nsfw ?? nsfw) : 'safe';
    const make = () => makePage(request, site, read, rating, gate);
    const cached = ownChoices(request).length === 0 && from.built;
    const key = JSON.stringify([
      site.id,
      stateFor(site),
      request.protocol,
      callOrigin(site, request),
      rating,
      gate.mode,
      gate.passed,
      read.path,
      read.search,
    ]);
    const isKept = cached && cache.get(key) !== undefined;
    if (await isTooMuch(request, reply, isKept ? COSTS.keptPage : undefined)) return reply;
    note(request, !cached ? 'own' : isKept ? 'hit' : 'miss');
    if (!cached) return send(request, reply, (await make()).page, chosenCookie);
    counts[isKept ? 'hits' : 'made'] += 1;
    const page = await cache.load(key, make);
    if (read.nsfw === undefined && page.until > 0) {
      written.set(address, { key, kind: limitOfPage(request.url).kind });
    }
    return send(request, reply, page, chosenCookie);
  }

  /** Whether a visitor has asked for too much, and been told so: in that case the reply is sent. */
  async function isTooMuch(request: FastifyRequest, reply: FastifyReply, cost?: number): Promise<boolean> {
    const page = limitOfPage(request.url);
    const wait = await app.visitorLimit.take(request, page.kind, cost ?? page.cost);
    if (wait !== null) {
      refuse(request, reply, wait);
    }
    return wait !== null;
  }

  async function makePage(
    request: FastifyRequest,
    site: Site,
    { locale, path, search }: Page,
    rating: 'safe' | 'all',
    gate: AgeGate,
  ) {
    const origin = callOrigin(site, request);
    const caller = { origin, rating, log: request.log, shared: new Map<string, Promise<unknown>>() };
    const { code, template, manifest } = await from.current(request.url);
    const chosen = ownChoices(request);
    const began = performance.now();
    const csrf = createCsrfToken(deps.secret, deps.now());
    const shown = publicSite(site, deps.pictures.logoFor(site), deps.demo.progress());
    const {
      head: made,
      body,
      status,
      location,
      adult,
      failure,
      pattern,
    } = await traced(
      'page',
      () => ({}),
      () =>
        code.render(new Request(origin + path + search), {
          template,
          manifest,
          locale,
          csrf,
          site: shown,
          origin: site.url || origin,
          nsfw: rating === 'all',
          ...gateOn(site, gate),
          get: (call, headers) =>
            callApi(app, caller, call, chosen.length === 0 ? headers : { ...headers, cookie: chosen.join('; ') }),
        }),
    );
    renderSeconds.labels(statusClass(status)).observe((performance.now() - began) / 1000);
    if (failure !== undefined) {
      request.log.error({ err: failure, url: request.url }, 'page failed');
    }
    const images = [site.cdn, site.url, deps.config.s3?.redirectUrl ?? ''].flatMap((url) =>
      url === '' ? [] : [new URL(url).origin],
    );
    const { head: styled, policy } = withStyles(made);
    // After those of the product: of rules that weigh the same, the last one holds.
    const head = shown.style === '' ? styled : [...styled, `<link rel="stylesheet" href="${STYLE}?v=${shown.style}">`];
    const page = new ReadyPage(
      status,
      [...head, ...body],
      [
        ...Object.entries(PAGE_HEADERS).flat(),
        ...(from.built ? ['content-security-policy', pagePolicy(template, images, shown.analytics, policy)] : []),
        'content-type',
        'text/html; charset=utf-8',
        ...transportSecurity(site),
        'cache-control',
        LASTING.includes(status) ? 'private, no-cache' : 'no-store',
        'vary',
        'Cookie, Accept-Encoding',
        'set-cookie',
        cookie(request, 'XSRF-TOKEN', csrf),
        ...(status === 503 || status === 429 ? ['retry-after', '5'] : []),
        ...(adult ? ['rating', RTA_LABEL] : []),
        ...(location === undefined ? [] : ['location', location]),
      ],
    );
    page.pattern = pattern;
    // While the demo library comes in, every page is another one.
    const isKept = LASTING.includes(status) && !search.includes('next=') && shown.demo === undefined;
    return { page, seconds: isKept ? site.limits.pageCacheSeconds : 0 };
  }
}

/** The style sheet of a site's own look; without one it is not there. */
function styleAsset({ look }: Site): Asset | undefined {
  const style = siteStyle(look);
  if (style === '') return undefined;
  return {
    type: 'text/css; charset=utf-8',
    etag: `"${styleVersion(look)}"`,
    cached: 'hour',
    bytes: { identity: Buffer.from(style) },
  };
}

/** The cookies by which a browser asks for less than others are shown, or for other titles, as it sends them: such pages are made for it alone. */
const CHOICES = ['hidden', 'makers', 'ratings', 'titles', 'limit'] as const;

function ownChoices({ cookies }: FastifyRequest): string[] {
  return CHOICES.flatMap((name) => (cookies[name] === undefined ? [] : [`${name}=${cookies[name]}`]));
}

/** Stands in for the caller's origin while a page is made: never a host that they made up where the site has an address. */
function callOrigin(site: Site, request: FastifyRequest): string {
  return new URL(requestOrigin(site, request)).origin;
}

/** The header by which browsers ask for this site encrypted alone, as a name and its value. */
function transportSecurity(site: Site): string[] {
  const value = strictTransport(site);
  return value === null ? [] : ['strict-transport-security', value];
}

/** Where the gate is that `nsfw=true` at the root leads through. */
function gatePath(request: FastifyRequest, site: Site, read: PageAddress): string {
  const locale = read.kind === 'page' ? read.locale : savedLocale(site, readChoices(request));
  const to = addressesFor(locale, site.variant);
  return to.age(to.home());
}

/** The part of the gate that the page shows. */
function gateOn({ ageGate: { provider } }: Site, { mode, passed }: AgeGate): { gate?: Gate } {
  return mode === 'off' ? {} : { gate: { mode, passed, provider: mode === 'external' ? (provider?.name ?? '') : '' } };
}

/** Notes how a page came to be. */
function note({ observed }: FastifyRequest, cache: 'hit' | 'miss' | 'own'): void {
  pageAnswers[cache] += 1;
  if (observed !== null) {
    observed.cache = cache;
  }
}

/** Tells a visitor who has asked for too much after how many seconds to come again. */
function refuse(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  logRefusal(request, problem('too-many-requests', { seconds }));
  sendMinimal(request, reply, 429, seconds);
}

/**
 * Sends a page past Fastify's own steps: nothing is left to do for it. What is at hand in the encoding asked for is sent at once.
 *
 * @param setCookie of the visitor alone, besides those of the page.
 */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ReadyPage,
  setCookie?: string,
): Promise<void> | undefined {
  if (request.observed !== null && page.pattern !== undefined) {
    request.observed.route = page.pattern;
  }
  const extra = ['x-request-id', request.id, ...(setCookie === undefined ? [] : ['set-cookie', setCookie])];
  if (request.headers['if-none-match']?.includes(page.etag) === true) {
    reply.hijack();
    reply.raw.writeHead(304, [...page.headers, 'etag', page.etag, ...extra]).end();
    return undefined;
  }
  const encoding = encodingFor(request.headers['accept-encoding']);
  const write = (bytes: Buffer) => {
    const headers = page.headersFor(encoding, bytes.length);
    reply.hijack();
    reply.raw.writeHead(page.status, [...headers, ...extra]).end(request.method === 'HEAD' ? undefined : bytes);
  };
  const ready = page.ready(encoding);
  if (ready === undefined) return page.encoded(encoding).then(write);
  write(ready);
  return undefined;
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, { bytes, etag, cached, type }: Asset): FastifyReply {
  if (request.observed !== null) {
    request.observed.route = 'file';
  }
  void reply.headers({
    etag,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-site',
    'cache-control': CACHED[cached],
  });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const encoding = encodingFor(request.headers['accept-encoding']);
  const best = bytes[encoding];
  if (best && encoding !== 'identity') {
    void reply.header('content-encoding', encoding);
  }
  return reply.type(type).send(best ?? bytes.identity);
}

function elsewhere(reply: FastifyReply, to: string, status: 301 | 302): FastifyReply {
  return reply.headers({ 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Language' }).redirect(to, status);
}

function readChoices(request: FastifyRequest) {
  return { lang: request.cookies.lang, acceptLanguage: request.headers['accept-language'] };
}

/** The choice a visitor makes by `?nsfw=` at the root, with or without a locale in front, on a site that offers it. */
function rootChoice(site: Site, gate: AgeGate, request: FastifyRequest): string | undefined {
  const [path = '', query = ''] = request.url.split('?', 2);
  const offered = site.features.includes('nsfw') || (site.nsfw && !gate.passed);
  if (!offered || path.split('/').filter((part) => part !== '').length > 1) return undefined;
  const choice = new URLSearchParams(query).get('nsfw');
  return choice === 'true' || choice === 'false' ? choice : undefined;
}

function cookie(request: FastifyRequest, name: string, value: string, seconds?: number): string {
  const lasting = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return `${name}=${value}; Path=/${lasting}; SameSite=Lax${request.protocol === 'https' ? '; Secure' : ''}`;
}
