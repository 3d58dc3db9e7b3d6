import { API_VERSION } from '#contract/api-version.ts';
import type { App, Deprecation } from '#server/http/app-type.ts';

/**
 * Says on every answer of a scope which version of the API it is of, and on those of routes whose config has `deprecated` since when they are
 * (`Deprecation`, RFC 9745), when they go (`Sunset`, RFC 8594) and where that is written (`Link`).
 */
export function tellVersions(scope: App): void {
  scope.addHook('onRequest', (request, reply, done) => {
    void reply.header('api-version', API_VERSION);
    const { deprecated } = request.routeOptions.config;
    if (deprecated !== undefined) {
      void reply.headers({
        deprecation: `@${new Date(deprecated.since).getTime() / 1000}`,
        ...(deprecated.sunset === undefined ? {} : { sunset: new Date(deprecated.sunset).toUTCString() }),
        link: '</api/docs>; rel="deprecation"; type="text/html"',
      });
    }
    done();
  });
}

/** The same in words, for the description of the API. */
export function describeDeprecation({ since, sunset, instead }: Deprecation): string {
  return [
    `Deprecated since ${since}.`,
    ...(sunset === undefined ? [] : [`It goes on ${sunset}.`]),
    ...(instead === undefined ? [] : [`Use \`${instead}\`.`]),
  ].join(' ');
}
