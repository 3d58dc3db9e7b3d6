import createFetch, { type Client } from 'openapi-fetch';
import type { Call, KomawariClient, Method } from './calls.ts';
import type { paths } from './generated/api.ts';
import { readProblem } from './problem.ts';
import { uploadFiles } from './upload.ts';

export { ApiProblem } from './problem.ts';
export type * from './calls.ts';
export type * from './upload-options.ts';
export type { components, paths } from './generated/api.ts';

/** The languages that a site may speak. */
export type Language = 'ar' | 'de' | 'en' | 'es' | 'fr' | 'hi' | 'id' | 'pt' | 'ru' | 'zh';

export interface ClientOptions {
  /** The address of the site, as `https://comics.example`. */
  baseUrl: string;
  /** An API key (`kmw_…`), made in the settings of a member; without one the caller is a guest. */
  apiKey?: string;
  /** The language of names and messages; without it the site's own. */
  language?: Language;
  /** Calls the site in place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** A client of the site at `baseUrl`. Nothing is called before it is used. */
export function createClient({ baseUrl, apiKey, language, fetch }: ClientOptions): KomawariClient {
  const site: Client<paths> = createFetch<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: {
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(language === undefined ? {} : { 'accept-language': language }),
    },
    ...(fetch === undefined ? {} : { fetch }),
  });
  site.use({
    onResponse: async ({ response }) => {
      if (!response.ok) throw await readProblem(response);
    },
  });
  const call = async (
    method: Method,
    path: string,
    init: object = {},
  ): Promise<{ data: unknown; response: Response }> =>
    (await site.request(method, path as never, init as never)) as { data: unknown; response: Response };
  const by = <M extends Method>(method: M) =>
    (async (path: string, init?: object) => (await call(method, path, init)).data) as unknown as Call<M>;
  const client: KomawariClient = {
    get: by('get'),
    post: by('post'),
    put: by('put'),
    patch: by('patch'),
    delete: by('delete'),
    async *each(path: string, init?: { params?: { query?: { page?: number } } }) {
      for (let page = init?.params?.query?.page ?? 1; ; page += 1) {
        const params = { ...init?.params, query: { ...init?.params?.query, page } };
        const { data } = (await call('get', path, { ...init, params })) as {
          data: { data: never[]; last_page: number };
        };
        yield* data.data;
        if (page >= data.last_page) return;
      }
    },
    upload: (files, options) =>
      uploadFiles(
        client,
        async (method, path, init) => (await call(method as Method, path, init)).response,
        files,
        options,
      ),
  };
  return client;
}
