-- A comment may be on a chapter. Its thread is a number below those of terms: -2^30 less the chapter's id.
alter table comments add chapter_id int references all_chapters on delete cascade;
alter table comments drop constraint comments_check;
alter table comments add check (num_nonnulls(comic_id, term_id, chapter_id) = 1);
create index comments_chapter on comments (chapter_id, id desc) where chapter_id is not null;

-- A generated column cannot be told anything else without writing the whole table, and all its indexes, anew.
alter table comments alter thread drop expression;
alter table comments alter thread set default 0;
create function comments_thread() returns trigger language plpgsql as $$
begin
  new.thread := coalesce(new.comic_id, -new.term_id, -1073741824 - new.chapter_id);
  return new;
end $$;
create trigger comments_thread before insert or update of comic_id, term_id, chapter_id on comments
  for each row execute function comments_thread();
