import type { Blobs } from '#server/blobs/blobs.ts';
import type { Site } from '#server/config/site-file.ts';
import type { Db } from '#server/db/database.ts';
import type { ArchiveLimits } from '#server/images/archives/archive-limits.ts';
import type { ImageLimits } from '#server/images/image-limits.ts';
import type { Renderer } from '#server/images/rendering/render.ts';
import type { Log } from '#server/log.ts';

/** The dependencies of imports. */
export interface ImportDeps {
  db: Db;
  blobs: Blobs;
  /** Where pictures go that nobody may see. */
  evidence: Blobs;
  renderer: Renderer;
  log: Pick<Log, 'warn' | 'error'>;
  /** Whose ratings imports get that say none. */
  site: Pick<Site, 'features' | 'defaultRating'>;
  /** The limits of an archive and of a picture. */
  limits: ArchiveLimits;
  pictureLimits: ImageLimits;
  /** Where archives are unpacked that cannot be read where they lie; nothing else may be in it. */
  unpackIn: string;
  /** How many pages the renderer makes at once. */
  processes: number;
  /** Whether no other process can have jobs of this database: it is embedded. */
  alone: boolean;
}
