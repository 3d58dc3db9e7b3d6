import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { useAddresses } from '#web/platform/page/addresses.ts';
import type { SectionArgs, SectionProps } from '#web/staff/frame/staff-section.ts';
import { ComicsTable } from './comics-table.tsx';
import { Editor } from '#web/staff/comic-editor/comic-editor.tsx';
import { loadEditor, type EditorData } from '#web/staff/comic-parts/load-editor.ts';
import { loadTable, type TableData } from './load-table.ts';

type Data = { table: TableData; editor: null } | { table: null; editor: EditorData };

/** The table of comics; with a comic its editor. */
export async function load({ request, id, tab, query }: SectionArgs): Promise<Data> {
  return id === null
    ? { table: await loadTable(request, query), editor: null }
    : { table: null, editor: await loadEditor(request, id, tab, query) };
}

/** 'Manage comics'. */
export function Section({ data: { table, editor } }: SectionProps<Data>) {
  const t = useTranslate();
  const links = useAddresses();
  if (editor === null) return <ComicsTable data={table} />;
  return (
    <Editor
      key={editor.comic.id}
      data={editor}
      addressFor={(slug, tab, query) => links.admin('comics', slug, tab, query)}
      back={{ to: links.admin('comics'), name: t('admin.title.comics') }}
    />
  );
}
