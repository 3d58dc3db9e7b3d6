import { openSecrets, withSecrets } from '#server/config/setting-secrets.ts';
import { withUsableSettings, type StoredSettings } from '#server/config/site-settings.ts';
import { perDatabase } from '#server/db/per-database.ts';
import type { Deps } from '#server/deps.ts';
import { countChanges, listSecrets, newestSettings } from './queries.ts';

/** Milliseconds between two looks at whether another process changed something: within two seconds it is in force here. */
const LOOK_EVERY = 1000;

type Needs = Pick<Deps, 'db' | 'config' | 'log' | 'pictures' | 'blobs' | 'secret'>;

/** The state that this process last took of a database, one reading after the other: an older one must not end after a newer one. */
interface AppliedState {
  changes: number;
  /** Whether the pictures that are set were all there. */
  whole: boolean;
  turn: Promise<void>;
}
const takenFrom = perDatabase((): AppliedState => ({ changes: 0, whole: true, turn: Promise.resolve() }));

/** Puts what is set in the pages of the sites in force in this process, where it has changed since the last time. */
export function applySettings(deps: Needs): Promise<void> {
  const taken = takenFrom(deps.db);
  const applied = taken.turn.then(() => applyNext(deps, taken));
  taken.turn = applied.catch(() => {});
  return applied;
}

async function applyNext({ db, config, log, pictures, blobs, secret }: Needs, taken: AppliedState): Promise<void> {
  const changes = await countChanges(db);
  if (changes === taken.changes && taken.whole) return;
  const kept = await newestSettings(db);
  const secrets = await listSecrets(db);
  const settled = (site: Needs['config']['site']) => {
    const source = config.sources.get(site.id);
    if (source === undefined) return site;
    const settings: StoredSettings = kept.find((each) => each.site === site.id)?.settings ?? {};
    const { site: bare, refused } = withUsableSettings(source, settings);
    const sealed = new Map(secrets.filter((each) => each.site === site.id).map((each) => [each.name, each.sealed]));
    const given = openSecrets(secret, bare, sealed);
    const next = given.size === 0 ? bare : withUsableSettings(source, withSecrets(settings, given)).site;
    if (refused.length > 0) {
      log.warn(
        { event: 'settings-refused', site: site.id, keys: refused },
        'settings that cannot be used are left out',
      );
    }
    // Those that the configuration file gives to every site.
    return { ...next, cdn: site.cdn, retention: site.retention };
  };
  config.site = settled(config.site);
  config.sites = config.sites.map(settled);
  taken.changes = changes;
  try {
    await pictures.follow([config.site, ...config.sites], blobs);
    taken.whole = true;
  } catch (error) {
    // Tried again with every look, and said once.
    if (taken.whole) {
      log.error({ err: error }, 'pictures of a site cannot be had');
    }
    taken.whole = false;
  }
}

/**
 * Puts what is set in force, and from now on whatever any process changes. While the database is away, what is known stays.
 *
 * @returns what ends that.
 */
export async function followSettings(deps: Needs): Promise<() => void> {
  await applySettings(deps);
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    applySettings(deps)
      .catch(() => {})
      .finally(() => {
        looking = false;
      });
  }, LOOK_EVERY).unref();
  return () => clearInterval(timer);
}
