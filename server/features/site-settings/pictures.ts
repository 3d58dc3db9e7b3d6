import type { ProviderPicture, SettingsChange } from '#contract/site-settings.ts';
import { problem } from '#contract/problems.ts';
import { ConfigError } from '#server/config/errors.ts';
import { PROVIDERS } from '#server/config/setting-secrets.ts';
import type { Site } from '#server/config/site-file.ts';
import { uploadedBlob, uploadedPicture } from '#server/config/uploaded-picture.ts';
import type { Deps } from '#server/deps.ts';
import { drawButtonPicture } from '#server/site-pictures/button-picture.ts';
import { hadButtonPicture } from './queries.ts';

type Renderer = Pick<Deps, 'renderer'>;

/** Pixels that a picture of a button must have at least. */
const LEAST = { width: 64, height: 64 };
/** How a picture of a button is sent with the settings it is for, and characters of it: 64 by 64 pixels are some 22,000 at most. */
const SENT = 'data:image/png;base64,';
const MAX_SENT = 32_000;

/**
 * A picture that was uploaded, decoded and drawn anew in a child process.
 *
 * @throws ConfigError of `name` where it is none, or smaller than `least`; Problem `page-timeout`.
 */
export async function drawAnew(
  { renderer }: Renderer,
  name: string,
  bytes: Buffer,
  least: { width: number; height: number },
): Promise<Buffer> {
  const drawn = await renderer.crop(bytes, null, least);
  if (drawn.ok) return drawn.picture;
  if (drawn.code === 'page-timeout') throw problem(drawn.code, drawn.params);
  throw new ConfigError({ name, rule: 'picture', params: least });
}

/** A picture for the button of a provider, as it is sent with the provider once that is saved; nothing is kept. @throws as `drawAnew` */
export async function drawProviderPicture(deps: Renderer, bytes: Buffer): Promise<ProviderPicture> {
  const drawn = await drawAnew(deps, PROVIDERS, bytes, LEAST);
  const picture = await drawButtonPicture(drawn).catch(() => {
    throw new ConfigError({ name: PROVIDERS, rule: 'picture', params: LEAST });
  });
  return { icon: SENT + picture.toString('base64') };
}

/**
 * Values of a change with the pictures of providers' buttons in the store. A picture that a site has or had may stay: another
 * blob is not named here, whoever knows its hash.
 *
 * @throws ConfigError for what is neither; Problem `page-timeout`, `storage-full`.
 */
export async function keepProviderPictures(
  deps: Renderer & Pick<Deps, 'db' | 'blobs'>,
  { id }: Site,
  values: SettingsChange['values'],
): Promise<SettingsChange['values']> {
  const providers = values[PROVIDERS];
  if (!Array.isArray(providers)) return values;
  const kept: typeof providers = [];
  for (const [at, provider] of providers.entries()) {
    const icon = typeof provider === 'object' && provider !== null && 'icon' in provider ? provider.icon : '';
    const name = `${PROVIDERS}.${at}.icon`;
    if (icon === '') {
      kept.push(provider);
    } else if (typeof icon === 'string' && icon.startsWith(SENT) && icon.length <= MAX_SENT) {
      const drawn = await drawAnew(deps, name, Buffer.from(icon.slice(SENT.length), 'base64'), LEAST);
      kept.push({ ...(provider as object), icon: uploadedPicture(await deps.blobs.put(drawn)) });
    } else if (typeof icon === 'string' && uploadedBlob(icon) !== null && (await hadButtonPicture(deps.db, id, icon))) {
      kept.push(provider);
    } else {
      throw new ConfigError({ name, rule: 'invalid' });
    }
  }
  return { ...values, [PROVIDERS]: kept };
}
