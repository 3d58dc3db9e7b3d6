import type { z } from 'zod';
import type { ProviderAnswer } from '#contract/sign-in.ts';
import type { SiteFile } from '#server/config/site-file.ts';
import { testApp } from '#server/testing/app.ts';

export const SITE = 'https://ink.example';

/** A site called Ink, and browsers that keep its cookies. */
export async function openSite(signIn: z.input<typeof SiteFile>['signIn'], more: z.input<typeof SiteFile> = {}) {
  const site = await testApp({ name: 'Ink', url: SITE, signIn, ...more });

  /** A browser of its own: it keeps its cookie, and the token of its session where it is given. */
  function browser() {
    let cookie = '';
    async function send(
      method: 'GET' | 'POST' | 'DELETE' | 'PUT',
      path: string,
      body?: object,
      {
        token,
        headers = {},
        from = '192.0.2.1',
      }: { token?: string; headers?: Record<string, string>; from?: string } = {},
    ) {
      const answer = await site.app.inject({
        method,
        url: `/api/${path}`,
        remoteAddress: from,
        headers: {
          host: 'ink.example',
          ...(cookie === '' ? {} : { cookie }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      const set = [answer.headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('sign-in='));
      if (set !== undefined) {
        cookie = set.split(';')[0]!;
      }
      return { status: answer.statusCode, body: answer.json() };
    }
    return {
      send,
      /** Begins at a provider; where it leads. */
      async begin(id: string, body: object = {}, token?: string): Promise<string> {
        const { status, body: answer } = await send(
          'POST',
          `login/providers/${id}`,
          body,
          token === undefined ? {} : { token },
        );
        if (status !== 200) throw new Error(JSON.stringify(answer));
        return answer.location as string;
      },
      finish: (id: string, query: string, token?: string) =>
        send('POST', `login/providers/${id}/return`, { query }, token === undefined ? {} : { token }) as Promise<{
          status: number;
          body: ProviderAnswer & Record<string, any>;
        }>,
    };
  }
  return { site, browser };
}
