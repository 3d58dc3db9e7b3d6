import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Sharp from 'sharp';
import { SITE_PICTURES, type SiteLogo, type SitePictureName } from '#contract/site.ts';
import type { Blobs } from '#server/blobs/blobs.ts';
import type { Config } from '#server/config/config.ts';
import { ConfigError } from '#server/config/errors.ts';
import type { Site } from '#server/config/site-file.ts';
import { uploadedBlob } from '#server/config/uploaded-picture.ts';
import { createDrawing } from '#server/images/drawing/drawing.ts';
import { drawLetter } from './site-icon.ts';

/** A picture of a site, as it is sent. */
export interface SitePicture {
  type: string;
  etag: string;
  cached: 'hour';
  bytes: { identity: Buffer };
}

/** The pictures of each site that are not the built-in ones. */
export interface SitePictures {
  /** How large the site's own logo is, as it is served; null where the mark or the letter stands for it. */
  logoFor(site: Pick<Site, 'id' | 'features'>): SiteLogo | null;
  /** The picture of a site at an address of `PATHS`; undefined for the built-in picture. */
  find(site: Pick<Site, 'id' | 'letter' | 'features'>, path: string): Promise<SitePicture | undefined>;
  /** Takes the pictures that were uploaded in the pages of the sites, in place of the files. One that is not there is left out. */
  follow(sites: readonly Pick<Site, 'id' | SitePictureName>[], blobs: Pick<Blobs, 'read'>): Promise<void>;
}

/** The keys that name a picture, the file of the data folder that stands for each, and what it has to measure in pixels. */
const SOURCES: Record<SitePictureName, { file: string; width: number; height: number }> = {
  logo: { file: 'logo.png', width: 64, height: 64 },
  icon: { file: 'icon.png', width: 192, height: 192 },
  fallback: { file: 'default.jpg', width: 64, height: 64 },
};
/** Bytes of such a file, and pixels it may have. */
const MAX_BYTES = 4 * 2 ** 20;
const MAX_PIXELS = 16_000_000;
const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'heif', 'avif'];
/** The part of a maskable icon that every mask leaves (W3C App Manifest: a circle of 40% radius). */
const SAFE_PART = 0.62;
/** The ground of icons where they may not be transparent: the ground of the dark theme. */
const GROUND = '#0e0f12';

/** The pixels that a picture of a site must have at least, in width and height. */
export function leastSize(name: SitePictureName): { width: number; height: number } {
  const { width, height } = SOURCES[name];
  return { width, height };
}

/** A picture of a site, by its setting: where it was uploaded, the setting's value tells it from others. */
interface OwnPicture {
  value: string;
  bytes: Buffer;
  /** Of a logo, as it is served. */
  size: SiteLogo | null;
}

/**
 * Reads the operator's own pictures of every site: those that its file names, else `site/{id}/…` of the data folder.
 *
 * @throws ConfigError for a picture that is missing, is none, or is too large or too small.
 */
export async function readSitePictures({
  site,
  sites,
  dataDir,
}: Pick<Config, 'site' | 'sites' | 'dataDir'>): Promise<SitePictures> {
  const files = new Map<string, OwnPicture>();
  const uploaded = new Map<string, OwnPicture>();
  const key = (id: string, name: SitePictureName) => `${id} ${name}`;
  for (const each of [site, ...sites]) {
    for (const name of SITE_PICTURES) {
      const kept = join(dataDir, 'site', each.id, SOURCES[name].file);
      const path = each[name] || (existsSync(kept) ? kept : '');
      if (path !== '') {
        files.set(key(each.id, name), await ownPicture(name, '', await readPicture(path, name)));
      }
    }
  }
  const pictureFor = ({ id, features }: Pick<Site, 'id' | 'features'>, name: SitePictureName) =>
    name === 'fallback' || features.includes('logo')
      ? (uploaded.get(key(id, name)) ?? files.get(key(id, name)))
      : undefined;
  /** By site and address: the picture, and the value or letter that it was made of. */
  const made = new Map<string, { from: string; asset: Promise<SitePicture> }>();
  const drawing = createDrawing();
  return {
    logoFor: (asked) => pictureFor(asked, 'logo')?.size ?? null,
    async find(asked, path) {
      const name = findSource(path);
      if (name === undefined) return undefined;
      const isLetter = name !== 'fallback' && !asked.features.includes('logo');
      const own = pictureFor(asked, name);
      if (!isLetter && own === undefined) return undefined;
      const from = own === undefined ? `letter ${asked.letter}` : own.value;
      const known = made.get(`${asked.id} ${path}`);
      if (known?.from === from) return known.asset;
      const asset = (async () =>
        makeAsset(path, await drawn(path, own?.bytes ?? (await drawLetter(drawing, asked.letter)))))();
      made.set(`${asked.id} ${path}`, { from, asset });
      return asset;
    },
    async follow(all, blobs) {
      for (const each of all) {
        for (const name of SITE_PICTURES) {
          const value = each[name];
          const blob = uploadedBlob(value);
          if (blob === null) {
            uploaded.delete(key(each.id, name));
          } else if (uploaded.get(key(each.id, name))?.value !== value) {
            const bytes = await blobs.read(blob);
            uploaded.set(key(each.id, name), await ownPicture(name, value, bytes));
          }
        }
      }
    },
  };
}

/** For sites that have pictures of their own: it takes 29 MB of the process. */
async function loadSharp(): Promise<typeof Sharp> {
  return (await import('sharp')).default;
}

async function ownPicture(name: SitePictureName, value: string, bytes: Buffer): Promise<OwnPicture> {
  if (name !== 'logo') return { value, bytes, size: null };
  const logo = await drawn('/images/logo.png', bytes);
  const sharp = await loadSharp();
  const { width, height } = await sharp(logo).metadata();
  return {
    value,
    bytes,
    size: { width, height, version: createHash('sha256').update(logo).digest('hex').slice(0, 8) },
  };
}

/** Where pictures of a site are served, and which of its own each is made of. */
const PATHS: Record<string, SitePictureName> = {
  '/images/logo.png': 'logo',
  '/images/default.jpg': 'fallback',
  '/images/icon.png': 'icon',
  '/images/icon-512.png': 'icon',
  '/images/icon-maskable.png': 'icon',
  '/images/touch-icon.png': 'icon',
  '/images/icon.svg': 'icon',
};

function findSource(path: string): SitePictureName | undefined {
  return Object.hasOwn(PATHS, path) ? PATHS[path] : undefined;
}

/** @throws ConfigError */
async function readPicture(path: string, source: SitePictureName): Promise<Buffer> {
  const { width, height } = SOURCES[source];
  const wrong = () => new ConfigError({ name: path, rule: 'picture', params: { width, height } });
  if (!existsSync(path)) throw new ConfigError({ name: source, rule: 'missing', params: { file: path } });
  const bytes = readFileSync(path);
  const sharp = await loadSharp();
  const found = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => {
      throw wrong();
    });
  if (bytes.length > MAX_BYTES || !FORMATS.includes(found.format) || found.width < width || found.height < height) {
    throw wrong();
  }
  // Damage shows when all of it is decoded.
  await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .stats()
    .catch(() => {
      throw wrong();
    });
  return bytes;
}

/** A picture in the shape of an address. */
async function drawn(path: string, bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  const picture = sharp(bytes, { density: 512 }).rotate();
  const square = (size: number) =>
    picture.resize(size, size, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } });
  switch (path) {
    case '/images/logo.png':
      return picture.resize(1024, 192, { fit: 'inside' }).png().toBuffer();
    case '/images/default.jpg':
      return picture
        .resize(800, 1200, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: GROUND })
        .jpeg({ quality: 82 })
        .toBuffer();
    case '/images/icon-512.png':
      return square(512).png().toBuffer();
    case '/images/touch-icon.png':
      return square(180).flatten({ background: GROUND }).png().toBuffer();
    case '/images/icon-maskable.png': {
      const input = await square(Math.round(512 * SAFE_PART))
        .png()
        .toBuffer();
      return sharp({ create: { width: 512, height: 512, channels: 3, background: GROUND } })
        .composite([{ input }])
        .png()
        .toBuffer();
    }
    case '/images/icon.svg': {
      const inner = await square(192).png().toBuffer();
      return Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192"><image width="192" height="192" href="data:image/png;base64,${inner.toString('base64')}"/></svg>`,
      );
    }
    default:
      return square(192).png().toBuffer();
  }
}

function makeAsset(path: string, identity: Buffer): SitePicture {
  const type = path.endsWith('.svg') ? 'image/svg+xml' : path.endsWith('.jpg') ? 'image/jpeg' : 'image/png';
  return {
    type,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    cached: 'hour',
    bytes: { identity },
  };
}
