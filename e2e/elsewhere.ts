import { startProvider } from '#server/features/accounts/providers/testing/real-provider.ts';

/** The host of the site whose members sign in at a provider, too. */
const HOST = 'elsewhere.localhost';

/** The people of the provider, by what they type there: one with a name of her own, one with that of the admin here. */
export const SARA = 'sara-at-corp';
export const NAMESAKE = 'namesake-at-corp';

/** The address of that site. */
export function elsewhere(): string {
  return (process.env.KOMAWARI_E2E_URL ?? '').replace(/127\.0\.0\.1|localhost/, HOST);
}

/** Starts the provider, with its people. `site` is the file of the site; `opened` tells the provider where that is. */
export async function startElsewhere(): Promise<{
  site: object;
  opened: (url: string) => void;
  close: () => Promise<void>;
}> {
  const provider = await startProvider();
  const { issuer, clientId, clientSecret, people } = provider;
  people.set(SARA, { sub: SARA, preferred_username: 'Sara', email: 'sara@corp.test', email_verified: true });
  people.set(NAMESAKE, { sub: NAMESAKE, preferred_username: 'e2e-admin' });
  return {
    site: {
      id: 'elsewhere',
      hosts: [HOST],
      name: 'Elsewhere',
      signIn: { providers: [{ id: 'corp', name: 'Corp', issuer, clientId, clientSecret }] },
    },
    opened(url) {
      const site = url.replace(/127\.0\.0\.1|localhost/, HOST);
      provider.register([`${site}/sign-in/corp`], [`${site}/`]);
    },
    close: provider.close,
  };
}
