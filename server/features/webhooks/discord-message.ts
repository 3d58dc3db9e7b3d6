/** Something that happened, as Discord is told it; texts are plain. */
export interface DiscordNotice {
  site: { name: string; url: string };
  /** The colour of the site as `#rrggbb`; empty: the built-in one. */
  accent: string;
  timestamp: string;
  heading: string;
  title: string;
  text?: string;
  url: string;
  image?: string;
}

/** Discord's limits (its documentation of webhooks and embeds), in UTF-16 units. Together with the name of a site one embed stays below the 6,000 of a message. */
const [MAX_TITLE, MAX_DESCRIPTION, MAX_NAME, MAX_USERNAME] = [256, 4096, 256, 80];

/** The built-in accent. */
const ACCENT = 0xff5a3c;

/**
 * The body of a call of Discord's webhooks: one embed, which mentions nobody. Texts of others stand as they were written, not as Markdown;
 * what is too long ends in an ellipsis.
 */
export function toDiscordMessage({
  site,
  accent,
  timestamp,
  heading,
  title,
  text = '',
  url,
  image,
}: DiscordNotice): object {
  return {
    ...(isUsername(site.name) ? { username: site.name } : {}),
    allowed_mentions: { parse: [] },
    embeds: [
      {
        author: { name: cut(heading, MAX_NAME), url },
        ...(title === '' ? {} : { title: escaped(title, MAX_TITLE), url }),
        ...(text === '' ? {} : { description: escaped(text, MAX_DESCRIPTION) }),
        ...(image === undefined ? {} : { image: { url: image } }),
        color: accent === '' ? ACCENT : Number.parseInt(accent.slice(1), 16),
        footer: { text: site.name },
        timestamp,
      },
    ],
  };
}

/** Whether Discord takes a name for who writes: it refuses its own, and that of its mascot. */
function isUsername(name: string): boolean {
  return name.trim() !== '' && name.length <= MAX_USERNAME && !/discord|clyde|^everyone$|^here$/i.test(name);
}

/** Characters that Markdown begins with in Discord. */
const MARKS = /[\\*_~`|>#[\]()<-]/;

/** A text of which nothing is Markdown, of at most so many UTF-16 units with what that takes. */
function escaped(text: string, most: number): string {
  let whole = '';
  for (const character of text) {
    const next = MARKS.test(character) ? `\\${character}` : character;
    if (whole.length + next.length > most - 1) return `${whole}…`;
    whole += next;
  }
  return whole;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
