import { z } from 'zod';
import { KIND_PATHS, Term, TERM_KINDS, TermDetail, type TermKind, TermPage, TermQuery } from '#contract/taxonomy.ts';
import type { Deps } from '#server/deps.ts';
import type { RequestContext } from '#server/http/access/request-context.ts';
import type { App } from '#server/http/app-type.ts';
import { imageUrl } from '#server/http/pictures/image-links.ts';
import { envelope } from '#server/http/requests/envelope.ts';
import { openDirectory } from './directory.ts';
import { listTerms, type TermRow } from './public/queries-terms.ts';
import { termAt } from './taxonomy.ts';

const Address = z.object({ slug: z.string().min(1).max(300).describe('slug, alias or id') });

/** `GET /api/{kind}` and `GET /api/{kind}/{slug}` of every kind; 404 on a site that has the kind switched off. */
export async function taxonomyRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'reads' | 'catalogue' | 'config' | 'secret' | 'now'>,
): Promise<void> {
  app.addHook('onListen', () => void readAhead(deps));
  for (const kind of TERM_KINDS) {
    const path = KIND_PATHS[kind];
    app.get(
      `/${path}`,
      {
        schema: {
          summary: `The ${path} that have a comic; a plain array with \`landing=true\``,
          tags: ['taxonomy'],
          querystring: TermQuery,
          response: { 200: z.union([TermPage, z.array(Term)]) },
        },
        config: { permission: 'taxonomy.read', features: [path] },
      },
      async (request) => {
        const { viewing, query } = request;
        const { q, sort, order, page, per_page: perPage, landing, letters: lettered } = query;
        const { rows, total, letters } = await listTerms(
          deps,
          deps.catalogue.ready(),
          viewing,
          viewing.locale,
          { kind, q, sort, order },
          (page - 1) * perPage,
          perPage,
        );
        const data = rows.map((row) => serializeTerm(deps, viewing, kind, row));
        return landing
          ? data
          : { ...envelope(request, { data, total, page, perPage }), ...(lettered ? { letters } : {}) };
      },
    );

    app.get(
      `/${path}/:slug`,
      {
        schema: { summary: `One of the ${path}`, tags: ['taxonomy'], params: Address, response: { 200: TermDetail } },
        config: { permission: 'taxonomy.read', features: [path] },
      },
      async ({ viewing, params }) => {
        const row = await termAt(deps, viewing, kind, params.slug);
        return {
          ...serializeTerm(deps, viewing, kind, row),
          name_original: row.name_original,
          comments_count: row.comments,
          translations: row.translations,
          aliases: row.aliases,
        };
      },
    );
  }
}

/** Makes the lists of the default language once, so that nobody waits for the first of them; what fails is made when it is asked for. */
async function readAhead({ db, config: { site } }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  for (const kind of TERM_KINDS.filter((each) => site.features.includes(KIND_PATHS[each]))) {
    await openDirectory(db)
      .then((directory) => directory.byName(kind, site.defaultLocale))
      .catch(() => null);
  }
}

/** The fields a kind has beside the common ones (api-contract, "Taxonomies"). */
function serializeTerm(
  deps: Pick<Deps, 'secret' | 'now'>,
  viewing: RequestContext,
  kind: TermKind,
  row: TermRow,
): Term {
  const { id, name, slug, comics_count, color, hair, code, icon } = row;
  const common = { id, name, slug, comics_count };
  const gender = row.gender as Term['gender'];
  switch (kind) {
    case 'tag':
      return { ...common, color };
    case 'character':
      return { ...common, image_url: serializePicture(deps, viewing, row), gender, hair };
    case 'artist':
    case 'author':
      return { ...common, image_url: serializePicture(deps, viewing, row), gender };
    case 'language':
      return { ...common, icon, code };
    default:
      return common;
  }
}

function serializePicture(
  deps: Pick<Deps, 'secret' | 'now'>,
  viewing: RequestContext,
  { image, variants }: TermRow,
): string | null {
  const stored = variants?.cover320;
  return image === null || !stored
    ? null
    : imageUrl(deps, viewing, { hash: image, variant: 'cover320', format: stored.format }, 'public');
}
