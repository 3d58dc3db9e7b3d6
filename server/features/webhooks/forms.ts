import { addressesFor, comicSharePath, type Addresses } from '#contract/addresses.ts';
import { COMMENT_TARGETS } from '#contract/comments.ts';
import type { Rating } from '#contract/comics.ts';
import { KIND_PATHS } from '#contract/taxonomy.ts';
import type { WebhookForm } from '#contract/webhooks.ts';
import type { Deps } from '#server/deps.ts';
import { publicUrl } from '#server/features/accounts/public/mails.ts';
import { chapterName } from '#server/i18n/chapter-name.ts';
import { translate } from '#server/i18n/translate.ts';
import { toDiscordMessage, type DiscordNotice } from './discord-message.ts';
import type { WebhookPayloads } from './public/webhook-events.ts';
import { findShareableCovers, findTermNames } from './queries-forms.ts';

/** A message as it is kept: in the standard form. */
interface StoredMessage {
  event: string;
  body: string;
}

/** The data of any event, as it is kept. */
type Data = Partial<
  WebhookPayloads['chapter.published'] &
    Omit<WebhookPayloads['comment.created'], 'comic_id'> &
    WebhookPayloads['report.created']
> & {
  comic?: { id: number; slug: string; title: string; rating: Rating } | null;
  chapter?: { id: number; slug: string; number: string | null; name: string } | null;
};

/**
 * Messages in the form of their webhook, in their order. The standard one is as it was written down, to the byte; Discord's is made of it, in the
 * language and with the addresses of the site of the configuration file, and with the cover if the comic has one by now that anyone may be shown.
 */
export async function inForm(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  form: WebhookForm,
  kept: readonly StoredMessage[],
): Promise<string[]> {
  if (form === 'standard') return kept.map(({ body }) => body);
  const messages = kept.map(({ event, body }) => ({
    event,
    ...(JSON.parse(body) as { timestamp: string; data: Data }),
  }));
  const [covers, terms] = await Promise.all([
    findShareableCovers(
      db,
      messages.flatMap(({ event, data }) => (event.endsWith('.published') && data.comic ? [data.comic.id] : [])),
    ),
    findTermNames(
      db,
      messages.flatMap(({ data }) => (data.term_id ? [data.term_id] : [])),
    ),
  ]);
  const { site } = config;
  const { defaultLocale: locale } = site;
  const url = publicUrl(config, site);
  const pages = addressesFor(locale, site.variant, url);
  return messages.map(({ event, timestamp, data }) => {
    const cover = covers.get(data.comic?.id ?? 0);
    return JSON.stringify(
      toDiscordMessage({
        site: { name: site.name, url: pages.home() },
        accent: site.look.accent,
        timestamp,
        ...describe(event, data, { site: site.name, locale, pages, term: terms.get(data.term_id ?? 0) }),
        ...(cover === undefined ? {} : { image: (site.cdn || url) + comicSharePath(cover) }),
      }),
    );
  });
}

type Words = Pick<DiscordNotice, 'heading' | 'title' | 'text' | 'url'>;
interface Around {
  site: string;
  locale: Parameters<typeof translate>[0];
  pages: Addresses;
  term: { kind: Parameters<Addresses['term']>[0]; slug: string; name: string } | undefined;
}

function describe(event: string, data: Data, around: Around): Words {
  const { site, locale, pages } = around;
  const comic = data.comic ?? null;
  const chapter = data.chapter ?? null;
  const occasion = data.occasion ?? 'new';
  const title = comic?.title ?? '';
  switch (event) {
    case 'comic.published':
      return {
        heading: translate(locale, `webhook.told.comic.${occasion}`),
        title,
        url: comic === null ? pages.home() : pages.comic(comic.slug),
      };
    case 'chapter.published':
      return {
        heading: translate(locale, `webhook.told.chapter.${occasion}`),
        title,
        text: chapter === null ? '' : chapterName(locale, chapter),
        url:
          comic === null
            ? pages.home()
            : chapter === null
              ? pages.comic(comic.slug)
              : pages.reader(comic.slug, chapter.slug),
      };
    case 'comment.created':
      return describeComment(data, around);
    case 'report.created':
      return {
        heading: translate(locale, 'webhook.told.report'),
        title: translate(locale, `reports.reason.${data.reason ?? 'other'}`),
        url: pages.moderation('reports'),
      };
    default:
      return { heading: site, title: translate(locale, 'webhook.told.ping'), url: pages.home() };
  }
}

function describeComment(data: Data, { locale, pages, term }: Around): Words {
  const { comic, chapter, user, text = '', state, review } = data;
  const held = state === 'held';
  const title = comic?.title ?? term?.name ?? '';
  return {
    heading: translate(locale, `webhook.told.${review === true ? 'review' : 'comment'}.${held ? 'held' : 'new'}`, {
      user: user?.username ?? '',
    }),
    title: chapter ? `${title} · ${chapterName(locale, chapter)}` : title,
    text,
    url: held ? pages.moderation('comments') : commentAddress(pages, data, term),
  };
}

function commentAddress(
  pages: Addresses,
  { comic, chapter, review, comment_id: id }: Data,
  term: Around['term'],
): string {
  if (comic && chapter) return pages.chapterComments(comic.slug, chapter.slug, id);
  if (comic) return review === true ? pages.reviews(comic.slug, id) : pages.comments('comics', comic.slug, id);
  if (!term) return pages.home();
  const kind = COMMENT_TARGETS.find((each) => each === KIND_PATHS[term.kind]);
  return kind === undefined ? pages.term(term.kind, term.slug) : pages.comments(kind, term.slug, id);
}
