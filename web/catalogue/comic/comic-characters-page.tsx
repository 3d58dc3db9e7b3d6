import { ApiFailure } from '#web/platform/api/api.ts';
import { CharacterList } from './character-list.tsx';
import { loadComic, type ShownDetail } from './comic-data.ts';
import type { PageHead, HeadContext } from '#web/platform/page/head.ts';
import type { LoaderArgs, PageProps } from '#web/platform/page/page.ts';
import { metaDescription, isNoIndex, sharePicture } from '#web/platform/page/structured-data.ts';

/** The comic with its characters. @throws ApiFailure 404 where it names none, or the site has none. */
export async function loader({ request, params }: LoaderArgs): Promise<ShownDetail> {
  const comic = await loadComic(request, params.slug);
  if (comic.characters.length === 0) throw new ApiFailure(404, '', null);
  return comic;
}

/** Who appears in the comic. */
export function Page({ data }: PageProps<ShownDetail>) {
  return <CharacterList characters={data.characters} />;
}

/** The head of this page. */
export function head(comic: ShownDetail, { t, site, locale }: HeadContext): PageHead {
  return {
    title: t('comic.characters.title', { title: comic.title }),
    description: metaDescription(
      t('comic.characters.description', {
        title: comic.title,
        names: new Intl.ListFormat(locale).format(comic.characters.slice(0, 10).map(({ name }) => name)),
      }),
    ),
    image: sharePicture([comic]),
    hidden: isNoIndex(comic, site),
  };
}
