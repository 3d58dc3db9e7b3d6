/** A browser at a provider: it keeps cookies and follows redirects until it is sent back to the site. */
export class Visit {
  private readonly cookies = new Map<string, string>();

  /**
   * Goes where the site has sent it, signs in under a name where it is asked, and agrees to everything else.
   *
   * @returns the address that the provider sends it back to.
   */
  async follow(location: string, login = ''): Promise<URL> {
    const { origin } = new URL(location);
    let at = await this.call(location);
    for (let step = 0; step < 12; step += 1) {
      const to = at.headers.get('location');
      if (to !== null) {
        const url = new URL(to, origin);
        if (url.origin !== origin) return url;
        at = await this.call(url.href);
        continue;
      }
      const page = await at.text();
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (action === undefined) throw new Error(`no form: ${at.status} ${page}`);
      const form = new URLSearchParams([
        ...[...page.matchAll(/type="hidden" name="(\w+)" value="([^"]+)"/g)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
        ['login', login],
        ['password', 'any'],
      ]);
      at = await this.call(new URL(action, origin).href, form);
    }
    throw new Error('sent on and on');
  }

  /** The same; the query with which it is sent back. */
  async signIn(location: string, login: string): Promise<string> {
    return (await this.follow(location, login)).search.slice(1);
  }

  private async call(url: string, form?: URLSearchParams): Promise<Response> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.cookies.set(name, value);
    }
    return answer;
  }
}
