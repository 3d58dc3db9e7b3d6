-- Addresses hold letters, decimal digits, _ and - alone: readers' programs cut out the rest.

-- What tells a term's name from others where its address cannot: names are written in Latin letters where their script
-- needs combining signs, and two of them may then be the same. Null: the address does.
alter table terms add column name_key text;
create unique index terms_name_key on terms (kind, (coalesce(name_key, slug)));

-- Addresses that chapters had before.
create table chapter_slugs (
  comic_id int not null references comics on delete cascade,
  slug text not null,
  chapter_id int not null references chapters on delete cascade,
  primary key (comic_id, slug)
);
create index chapter_slugs_chapter on chapter_slugs (chapter_id);

create function chapters_keep_slug() returns trigger language plpgsql as $$
begin
  insert into chapter_slugs (comic_id, slug, chapter_id) values (old.comic_id, old.slug, old.id)
  on conflict (comic_id, slug) do update set chapter_id = excluded.chapter_id;
  return null;
end $$;
create trigger chapters_keep_slug after update of slug on chapters
  for each row when (old.slug is distinct from new.slug) execute function chapters_keep_slug();

-- What was there before gets addresses of the new kind from a job.
insert into settings (key, value)
select 'old-addresses', 'true' where exists (select from comics) or exists (select from terms);
