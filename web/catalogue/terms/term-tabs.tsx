import { COMMENT_TARGETS, type CommentTargetKind } from '#contract/comments.ts';
import { KIND_PATHS, type TermDetail, type TermKind } from '#contract/taxonomy.ts';
import { useCommentCount } from '#web/community/subjects/comment-count.ts';
import { formatNumber } from '#web/platform/i18n/format.ts';
import { useLocale, useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import { useFeature } from '#web/platform/page/root-data.ts';
import { Tabs } from '#web/ui/basic/tabs.tsx';

/** The comics of a term, and what people say about it, where that is a kind of term that can be commented on. */
export function TermTabs({ kind, term }: { kind: TermKind; term: TermDetail }) {
  const t = useTranslate();
  const locale = useLocale();
  const links = useAddresses();
  const hasComments = useFeature('comments');
  const comments = useCommentCount(term);
  const path = KIND_PATHS[kind];
  if (!hasComments || !isCommented(path)) return null;
  return (
    <Tabs
      label={term.name}
      tabs={[
        {
          to: links.term(kind, term.slug),
          name: t('taxonomy.tabs.comics'),
          count: formatNumber(locale, term.comics_count),
        },
        {
          to: links.comments(path, term.slug),
          name: t('comments.tab'),
          ...(comments === null ? {} : { count: formatNumber(locale, comments) }),
        },
      ]}
    />
  );
}

function isCommented(path: string): path is CommentTargetKind {
  return (COMMENT_TARGETS as readonly string[]).includes(path);
}
