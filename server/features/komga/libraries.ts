import { listTerms } from '#server/features/taxonomy/public/queries-terms.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import { translate } from '#server/i18n/translate.ts';
import { NO_LANGUAGE, type Libraries } from './conditions.ts';
import type { KomgaDeps } from './series.ts';

/** Languages that have a library of their own. */
const MAX_LIBRARIES = 200;

/** A library: works in one language. */
export interface Library {
  id: string;
  name: string;
  /** The name that a search has for its language; null for works in none. */
  language: string | null;
}

/** The libraries that who asks is shown: one for each language that works are in, the largest first, and one for works in none. */
export async function listLibraries(deps: KomgaDeps, viewing: RequestContext): Promise<Library[]> {
  const { rows } = viewing.site.features.includes('languages')
    ? await listTerms(
        deps,
        deps.catalogue.ready(),
        viewing,
        viewing.locale,
        { kind: 'language', q: '', sort: 'comics_count', order: undefined },
        0,
        MAX_LIBRARIES,
      )
    : { rows: [] };
  return [
    ...rows.map(({ slug, name, code }) => ({ id: code ?? slug, name, language: code ?? slug })),
    {
      id: NO_LANGUAGE,
      name: rows.length === 0 ? viewing.site.title : translate(viewing.locale, 'komga.library.other'),
      language: null,
    },
  ];
}

/** The languages of the libraries that who asks is shown. */
export async function listLanguages(deps: KomgaDeps, viewing: RequestContext): Promise<Libraries> {
  return (await listLibraries(deps, viewing)).flatMap(({ language }) => language ?? []);
}

/** A library as Komga describes it. What only says how Komga scans a disk is switched off: nothing here does that. */
export function describeLibrary({ id, name }: Library): object {
  return {
    id,
    name,
    root: '',
    importComicInfoBook: true,
    importComicInfoSeries: true,
    importComicInfoCollection: false,
    importComicInfoReadList: false,
    importComicInfoSeriesAppendVolume: false,
    importEpubBook: false,
    importEpubSeries: false,
    importMylarSeries: false,
    importLocalArtwork: false,
    importBarcodeIsbn: false,
    scanForceModifiedTime: false,
    scanInterval: 'DISABLED',
    scanOnStartup: false,
    scanCbx: true,
    scanPdf: true,
    scanEpub: true,
    scanDirectoryExclusions: [],
    repairExtensions: false,
    convertToCbz: false,
    emptyTrashAfterScan: false,
    seriesCover: 'FIRST',
    hashFiles: false,
    hashPages: false,
    hashKoreader: false,
    analyzeDimensions: true,
    oneshotsDirectory: null,
    unavailable: false,
  };
}
