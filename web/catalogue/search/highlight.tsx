import type { ReactNode } from 'react';

/** A text with the part marked that was searched for, whatever its accents, width and case. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const parts = highlightParts(text, words);
  return <>{parts.map(({ part, isHit }, index): ReactNode => (isHit ? <mark key={index}>{part}</mark> : part))}</>;
}

/** The parts of a text, each with whether it is one of the words. Hits are longest first and never overlap. */
export function highlightParts(text: string, words: readonly string[]): { part: string; isHit: boolean }[] {
  const letters = Array.from(text.normalize('NFC'));
  const folded = letters.map(fold);
  const wanted = words
    .map((word) => Array.from(fold(word)))
    .filter((word) => word.length > 0)
    .sort((a, b) => b.length - a.length);
  const parts: { part: string; isHit: boolean }[] = [];
  const add = (part: string, isHit: boolean) => {
    const last = parts.at(-1);
    if (last && !last.isHit && !isHit) {
      last.part += part;
    } else {
      parts.push({ part, isHit });
    }
  };
  for (let at = 0; at < letters.length;) {
    const end = Math.max(0, ...wanted.map((word) => hitEnd(folded, at, word)));
    if (end > at) {
      add(letters.slice(at, end).join(''), true);
      at = end;
    } else {
      add(letters[at]!, false);
      at += 1;
    }
  }
  return parts;
}

/** The words of a search that names are marked with: values without their fields; neither what is excluded nor operators. */
export function searchedWords(text: string): string[] {
  const parts = text.match(/[-~]?(?:[\p{L}]+:)?(?:"[^"]*"?|[^\s,()|"]+)/gu) ?? [];
  return parts
    .filter((part) => !part.startsWith('-') && !/^(?:OR|AND|NOT)$/.test(part))
    .flatMap((part) =>
      part
        .replace(/^~/u, '')
        .replace(/^\p{L}+:/u, '')
        .replace(/["$*?_]/gu, ' ')
        .split(/\s+/u),
    )
    .filter((word) => word !== '' && !/^[<>=]/.test(word));
}

/** Where a word that begins at a letter ends, or 0. */
function hitEnd(folded: readonly string[], from: number, word: readonly string[]): number {
  let matched = '';
  const wanted = word.join('');
  for (let at = from; at < folded.length; at += 1) {
    matched += folded[at]!;
    if (!wanted.startsWith(matched)) return 0;
    if (matched === wanted) return at + 1;
  }
  return 0;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}
