import cookie from '@fastify/cookie';
import Fastify, { LogController } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { problem } from '#contract/problems.ts';
import type { Deps } from './deps.ts';
import { adFrameRoutes, adRoutes } from './features/ads/routes.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { agePageRoutes, ageRoutes } from './features/age/routes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { announcementRoutes } from './features/announcements/routes.ts';
import { blocklistRoutes } from './features/blocklist/routes.ts';
import { apiKeyRoutes } from './features/api-keys/routes.ts';
import { chapterRoutes } from './features/chapters/routes.ts';
import { comicRoutes } from './features/comics/routes.ts';
import { commentRoutes } from './features/comments/routes.ts';
import { cookieRoutes } from './features/cookies/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { operationRoutes } from './features/operations/routes.ts';
import { portabilityRoutes } from './features/portability/routes.ts';
import { downloadRoutes } from './features/downloads/routes.ts';
import { editingRoutes } from './features/editing/routes.ts';
import { entitlementRoutes } from './features/entitlements/routes.ts';
import { cardRoutes, oembedRoutes } from './features/embeds/routes.ts';
import { feedRoutes } from './features/feeds/routes.ts';
import { figureRoutes } from './features/figures/routes.ts';
import { komgaRoutes } from './features/komga/routes.ts';
import { kosyncRoutes } from './features/kosync/routes.ts';
import { opdsRoutes } from './features/opds/routes.ts';
import { staffGroupRoutes } from './features/groups/routes-staff.ts';
import { groupRoutes } from './features/groups/routes.ts';
import { libraryRoutes } from './features/library/routes.ts';
import { moderationRoutes } from './features/moderation/routes.ts';
import { reviewLockRoutes } from './features/moderation/routes-reviews.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { adminSlideRoutes } from './features/slides/routes-admin.ts';
import { firstStartRoutes } from './features/first-start/routes.ts';
import { sharingRoutes } from './features/sharing/routes.ts';
import { sitemapRoutes } from './features/sitemaps/routes.ts';
import { slideRoutes } from './features/slides/routes.ts';
import { sitePageRoutes } from './features/site-pages/routes.ts';
import { settingsRoutes } from './features/site-settings/routes.ts';
import { siteRoutes } from './features/sites/routes.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import { adminTermRoutes } from './features/taxonomy/routes-admin.ts';
import { importRoutes } from './features/imports/routes.ts';
import { trackerRoutes } from './features/trackers/routes.ts';
import { oldAddressRoutes, transferRoutes } from './features/transfers/routes.ts';
import { taxonomyRoutes } from './features/taxonomy/routes.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import { filterRoutes } from './features/moderation/routes-filters.ts';
import { queueRoutes } from './features/moderation/routes-queue.ts';
import { transparencyRoutes } from './features/transparency/routes.ts';
import { publicTakedownRoutes } from './features/takedowns/routes-public.ts';
import { takedownRoutes } from './features/takedowns/routes.ts';
import { limitRoutes } from './features/limits/routes.ts';
import { userAdminRoutes } from './features/users/routes.ts';
import { enforcePermissions, authenticate } from './http/access/authentication.ts';
import { ignoreForgedHeaders } from './http/access/proxy-headers.ts';
import { shareAcrossOrigins } from './http/access/cors.ts';
import { rejectCsrf } from './http/access/csrf.ts';
import type { App } from './http/app-type.ts';
import { collectRoutes, docsRoutes } from './http/docs.ts';
import { healthRoutes } from './http/health.ts';
import { limitBodies, REQUEST_TIMES, timeOptions } from './http/limits/request-times.ts';
import { createVisitorLimit, limitCalls } from './http/limits/visitor-limit.ts';
import { openAccessLog } from './http/logging/access-log.ts';
import { LazyLog } from './http/logging/lazy-log.ts';
import { metricsRoute } from './http/metrics/metrics-route.ts';
import { observeRequests } from './http/metrics/observe-requests.ts';
import { createRegistry } from './http/metrics/state-metrics.ts';
import { imageRoutes } from './http/pictures/images.ts';
import { tellVersions } from './http/requests/api-versions.ts';
import { compressAnswers } from './http/requests/compressed-answers.ts';
import { handOverAnswers } from './http/requests/in-process-api.ts';
import { requestIds } from './http/requests/request-id.ts';
import { answerUnroutable, handleProblems } from './http/requests/problems.ts';
import { parseQueryString } from '#contract/query-string.ts';
import { validateResponses, skipSerialization } from './http/requests/response-serializer.ts';
import {
  BODY_LIMIT,
  putTransportSecurity,
  rejectUnknownHosts,
  setDataHeaders,
  secureTransport,
} from './http/requests/security-headers.ts';
import { refuseUnstorable } from './http/requests/storable-input.ts';
import { endTrace, traceRequests } from './http/requests/trace-requests.ts';
import { refuseUnknownKeys } from './http/requests/unknown-keys.ts';
import { answerUnreadable } from './http/requests/unreadable-requests.ts';

/**
 * The whole HTTP server without the rendered pages, not yet listening.
 *
 * @param checked whether answers are compared with the contract before they are sent; that takes a tenth of a list's time.
 * @param times how long callers may take.
 * @throws when a route names no permission.
 */
export async function buildApp(
  deps: Deps,
  checked: boolean = deps.config.development,
  times = REQUEST_TIMES,
): Promise<App> {
  const proxies = deps.config.trustProxy;
  const app = Fastify({
    loggerInstance: new LazyLog(() => deps.log),
    genReqId: requestIds(proxies),
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => {
      observeUnroutable(request, reply);
      putTransportSecurity(deps.sites, request, reply);
      answerUnroutable(error, request, reply);
    },
    trustProxy: typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies,
    bodyLimit: BODY_LIMIT,
    ...timeOptions(times),
    clientErrorHandler: answerUnreadable,
    forceCloseConnections: 'idle',
    // Calls that come in while the last connections end are answered: nobody else could answer them.
    return503OnClosing: false,
    routerOptions: { querystringParser: parseQueryString, maxParamLength: 300 },
    // Named here, the compilers of JSON Schema are not loaded: a hundred modules.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => (checked ? validateResponses : skipSerialization) as never,
      },
    },
  }).withTypeProvider<ZodTypeProvider>() as unknown as App;
  // JSON is all that is read, but where a route says otherwise: a form or a text needs no leave of the browser to be sent.
  app.removeContentTypeParser('text/plain');
  const accessLog = openAccessLog(deps.config, deps.log);
  const { tracing } = deps.config;
  const observeUnroutable = observeRequests(app, [
    ...(accessLog === null ? [] : [accessLog.note]),
    ...(tracing === null ? [] : [endTrace]),
  ]);
  if (tracing !== null) {
    traceRequests(app, proxies);
  }
  app.addHook('onClose', async () => accessLog?.close());
  handleProblems(app);
  handOverAnswers(app, checked);
  limitBodies(app, times);
  rejectUnknownHosts(app);
  secureTransport(app, deps);
  requirePermissions(app);
  refuseUnstorable(app);
  app.decorate('visitorLimit', await createVisitorLimit(app, deps));
  await app.register(cookie);
  collectRoutes(app);
  healthRoutes(app, deps);
  if (deps.config.metrics.port === null) {
    metricsRoute(app, createRegistry(deps, true), { token: deps.config.metrics.token, open: false });
  }
  await app.register((scope) => imageRoutes(scope as App, deps));
  await app.register((scope) => adFrameRoutes(scope as App, deps));
  await app.register((scope) => feedRoutes(scope as App, deps));
  await app.register((scope) => opdsRoutes(scope as App, deps));
  await app.register((scope) => komgaRoutes(scope as App, deps));
  await app.register((scope) => kosyncRoutes(scope as App, deps));
  await app.register((scope) => cardRoutes(scope as App, deps));
  await app.register((scope) => agePageRoutes(scope as App, deps));
  await app.register((scope) => sitemapRoutes(scope as App, deps));
  await app.register((scope) => sharingRoutes(scope as App, deps));
  await app.register(
    async (scope: App) => {
      setDataHeaders(scope);
      tellVersions(scope);
      compressAnswers(scope);
      shareAcrossOrigins(scope, deps);
      // In this order: who asks, whether a page of ours does, how often; then whose token it is, then what they may.
      authenticate(scope, deps);
      ignoreForgedHeaders(scope, deps);
      rejectCsrf(scope, deps);
      limitCalls(scope);
      enforcePermissions(scope, deps);
      refuseUnknownKeys(scope);
      docsRoutes(scope);
      await siteRoutes(scope, deps);
      await cookieRoutes(scope);
      await slideRoutes(scope, deps);
      await adminSlideRoutes(scope, deps);
      await sitePageRoutes(scope, deps);
      await adRoutes(scope, deps);
      ageRoutes(scope, deps);
      await accountRoutes(scope, deps);
      await comicRoutes(scope, deps);
      await chapterRoutes(scope, deps);
      await taxonomyRoutes(scope, deps);
      await adminTermRoutes(scope, deps);
      groupRoutes(scope, deps);
      staffGroupRoutes(scope, deps);
      await searchRoutes(scope, deps);
      oembedRoutes(scope, deps);
      await commentRoutes(scope, deps);
      await moderationRoutes(scope, deps);
      await reviewLockRoutes(scope, deps);
      await reportRoutes(scope, deps);
      await queueRoutes(scope, deps);
      await filterRoutes(scope, deps);
      await takedownRoutes(scope, deps);
      await publicTakedownRoutes(scope, deps);
      await transparencyRoutes(scope, deps);
      await auditRoutes(scope, deps);
      await blocklistRoutes(scope, deps);
      await userAdminRoutes(scope, deps);
      await limitRoutes(scope, deps);
      await libraryRoutes(scope, deps);
      figureRoutes(scope, deps);
      await notificationRoutes(scope, deps);
      await entitlementRoutes(scope, deps);
      apiKeyRoutes(scope, deps);
      webhookRoutes(scope, deps);
      operationRoutes(scope, deps);
      await settingsRoutes(scope, deps);
      firstStartRoutes(scope, deps);
      dashboardRoutes(scope, deps);
      announcementRoutes(scope, deps);
      await downloadRoutes(scope, deps);
      await uploadRoutes(scope, deps);
      await portabilityRoutes(scope, deps);
      trackerRoutes(scope, deps);
      await importRoutes(scope, deps);
      await transferRoutes(scope, deps);
      await oldAddressRoutes(scope, deps);
      await editingRoutes(scope, deps);
      scope.all('/*', { schema: { hide: true }, config: { permission: 'site.read' } }, () => {
        throw problem('route-not-found');
      });
    },
    { prefix: '/api' },
  );
  return app;
}

function requirePermissions(app: App): void {
  app.decorateRequest('viewing', null as never);
  app.decorate('routeTable', []);
  app.addHook('onRoute', ({ method, url, config }) => {
    const methods = [method].flat();
    if (config?.permission === undefined) throw new Error(`${methods.join(' ')} ${url} names no permission`);
    for (const each of methods) {
      app.routeTable.push({ method: each, url, permission: config.permission });
    }
  });
}
