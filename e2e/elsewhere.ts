import { startProvider } from '#server/features/accounts/providers/testing/real-provider.ts';

/** The hosts of the site whose file names a provider, and of the one whose admin enters the same provider in the page. */
const HOST = 'elsewhere.localhost';
const ENTERED = 'entered.localhost';

/** The people of the provider, by what they type there: one with a name of her own, one with that of the admin here, and an admin. */
export const SARA = 'sara-at-corp';
export const NAMESAKE = 'namesake-at-corp';
export const RIN = 'rin-at-corp';

/** The address of that site. */
export function elsewhere(): string {
  return addressOn(HOST, process.env.KOMAWARI_E2E_URL ?? '');
}

/** The address of the site whose admin enters the provider, and what they enter there. */
export function entered(): { site: string; issuer: string; clientId: string; clientSecret: string } {
  const provider = JSON.parse(process.env.KOMAWARI_E2E_PROVIDER ?? '{}') as Omit<ReturnType<typeof entered>, 'site'>;
  return { site: addressOn(ENTERED, process.env.KOMAWARI_E2E_URL ?? ''), ...provider };
}

/** Starts the provider, with its people. `sites` are the files of the sites by name; `opened` tells the provider where these are. */
export async function startElsewhere(): Promise<{
  sites: Readonly<Record<string, object>>;
  opened: (url: string) => void;
  close: () => Promise<void>;
}> {
  const provider = await startProvider();
  const { issuer, clientId, clientSecret, people } = provider;
  people.set(SARA, { sub: SARA, preferred_username: 'Sara', email: 'sara@corp.test', email_verified: true });
  people.set(NAMESAKE, { sub: NAMESAKE, preferred_username: 'e2e-admin' });
  people.set(RIN, { sub: RIN, preferred_username: 'Rin' });
  process.env.KOMAWARI_E2E_PROVIDER = JSON.stringify({ issuer, clientId, clientSecret });
  return {
    sites: {
      elsewhere: {
        id: 'elsewhere',
        hosts: [HOST],
        name: 'Elsewhere',
        signIn: { providers: [{ id: 'corp', name: 'Corp', issuer, clientId, clientSecret }] },
      },
      entered: { id: 'entered', hosts: [ENTERED], name: 'Entered', signIn: { allowPrivate: true } },
    },
    opened(url) {
      const sites = [HOST, ENTERED].map((host) => addressOn(host, url));
      provider.register(
        sites.map((site) => `${site}/sign-in/corp`),
        sites.map((site) => `${site}/`),
      );
    },
    close: provider.close,
  };
}

function addressOn(host: string, url: string): string {
  return url.replace(/127\.0\.0\.1|localhost/, host);
}
