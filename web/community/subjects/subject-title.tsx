import type { CommentSubject } from '#contract/comments.ts';

/** The subject of a comment; of a chapter with its comic. */
export function SubjectTitle({ subject: { title, comic } }: { subject: CommentSubject }) {
  return comic === null ? (
    <bdi>{title}</bdi>
  ) : (
    <>
      <bdi>{comic.title}</bdi> – <bdi>{title}</bdi>
    </>
  );
}
