import './prose.css';

/** A text as the API made HTML of it: safe. */
export function Prose({ html, lang }: { html: string; lang: string }) {
  return <div className="prose" lang={lang} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
