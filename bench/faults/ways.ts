import { silentProxy, type SilentProxy } from '#server/testing/silent-proxy.ts';

/** The ways of both sides of a network to one server: what is done to a way is done to both. */
export interface Ways extends Pick<SilentProxy, 'silence' | 'cut' | 'slow' | 'truncate' | 'lead' | 'resume' | 'close'> {
  near: SilentProxy;
  far: SilentProxy;
}

/** Opens two ways to the port of an address. @returns the address by each of them, too. */
export async function openWays(url: string): Promise<{ ways: Ways; near: string; far: string }> {
  const to = Number(new URL(url).port);
  const [near, far] = [await silentProxy(to), await silentProxy(to)];
  const each = (work: (way: SilentProxy) => void) => {
    work(near);
    work(far);
  };
  const by = ({ port }: SilentProxy) => {
    const address = new URL(url);
    address.port = String(port);
    return address.href;
  };
  const ways: Ways = {
    near,
    far,
    silence: () => each((way) => way.silence()),
    cut: () => each((way) => way.cut()),
    slow: (milliseconds) => each((way) => way.slow(milliseconds)),
    truncate: (bytes) => each((way) => way.truncate(bytes)),
    lead: (port) => each((way) => way.lead(port)),
    resume: () => each((way) => way.resume()),
    async close() {
      await near.close();
      await far.close();
    },
  };
  return { ways, near: by(near), far: by(far) };
}
