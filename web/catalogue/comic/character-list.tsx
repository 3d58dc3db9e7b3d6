import type { ComicDetail } from '#contract/comics.ts';
import { useTranslate, type MessageKey } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { Person } from '#web/ui/media/person-card.tsx';

type Character = ComicDetail['characters'][number];

/** Who appears in a comic: picture, gender, hair, and in how many comics they are. */
export function CharacterList({ characters }: { characters: readonly Character[] }) {
  const t = useTranslate();
  const links = useAddresses();
  return (
    <div className="people">
      {characters.map(({ id, name, slug, image_url, gender, hair, comics_count }) => (
        <Person key={id} to={links.term('character', slug)} name={name} image={image_url}>
          <span className="muted small">
            {[
              gender && t(`taxonomy.gender.${gender}` as MessageKey & 'taxonomy.gender.female'),
              hair && t('taxonomy.hair', { hair }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className="muted small num">{t('comic.character.comics', { count: comics_count })}</span>
        </Person>
      ))}
    </div>
  );
}
