import type { AdminTerm } from '#contract/term-editing.ts';
import type { Page } from '#contract/paging.ts';
import type { KindPath } from '#contract/taxonomy.ts';
import { apiGet } from '#web/platform/api/api.ts';
import type { SectionModule } from '#web/staff/frame/staff-section.ts';
import { TermEditor } from './term-editor.tsx';
import { TermTable } from './term-table.tsx';
import { parseTermsQuery, type TermsRequest } from './requested-terms.ts';

/** The address of a new term, in place of its own. */
const NEW = 'new';

type Data = { asked: TermsRequest; list: Page<AdminTerm> } | { term: AdminTerm | null };

/** The section of one kind of term: all of them, or one. */
export function termsSection(path: KindPath): SectionModule<Data> {
  return {
    async load({ request, id, query }) {
      if (id === NEW) return { term: null };
      if (id !== null) {
        return { term: await apiGet<AdminTerm>(`/admin/${path}/${encodeURIComponent(id)}`, { request }) };
      }
      const asked = parseTermsQuery(query);
      return {
        asked,
        list: await apiGet<Page<AdminTerm>>(`/admin/${path}`, { request, params: { ...asked, per_page: 50 } }),
      };
    },
    Section: ({ data }) =>
      'list' in data ? (
        <TermTable path={path} {...data} />
      ) : (
        <TermEditor key={termKey(data.term)} path={path} term={data.term} />
      ),
  };
}

/** A key of the state that the form of a term begins from: where that changed it begins anew; another picture takes nothing of what is being written. */
function termKey(term: AdminTerm | null): string {
  if (term === null) return NEW;
  const { id, slug, name, translations, aliases, color, gender, hair, code, icon } = term;
  return JSON.stringify([id, slug, name, translations, aliases, color, gender, hair, code, icon]);
}
