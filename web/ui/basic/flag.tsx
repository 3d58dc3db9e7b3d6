/** The flags of `sprite.svg`, by the name languages carry as `icon`. */
const FLAGS: readonly string[] = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'id', 'ja', 'ko', 'pt', 'ru', 'zh'];

/** The flag of a language; nothing where there is none. Decoration: the language's name stands beside it. */
export function Flag({ icon }: { icon: string | null | undefined }) {
  if (!icon || !FLAGS.includes(icon)) return null;
  return (
    <svg className="flag" aria-hidden="true">
      <use href={`#f-${icon}`} />
    </svg>
  );
}
