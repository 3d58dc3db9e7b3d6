import pg from 'pg';

/** A visitor opens a comic's pages at each of some addresses of the site. @throws Error where they are not shown. */
export async function readAt(urls: readonly string[], slug: string, agent: string): Promise<void> {
  for (const url of urls) {
    const answer = await fetch(`${url}/api/comics/${slug}/images`, { headers: { 'user-agent': agent } });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  }
}

/** The counts a database has of a demo library and its visitors, asked past the product. */
export interface LibraryCount {
  comics: number;
  /** Comics of which there is another with the same title and terms, language among them. */
  twice: number;
  slides: number;
  /** Views of all comics, and readers of all days. */
  views: number;
  readers: number;
}

/** Counts what is in a PostgreSQL database. */
export async function countLibrary(database: string): Promise<LibraryCount> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const {
      rows: [row],
    } = await client.query<LibraryCount>(`
      select (select count(*) from comics)::int as comics,
        (select count(*) from (select 1 from comics group by title, terms having count(*) > 1) t)::int as twice,
        (select count(*) from slides)::int as slides,
        (select coalesce(sum(total), 0) from comic_stats)::int as views,
        (select coalesce(sum(value), 0) from daily_figures where figure = 'readers')::int as readers`);
    return row!;
  } finally {
    await client.end();
  }
}
