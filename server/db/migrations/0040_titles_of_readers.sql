-- Lists by title go by the titles that readers see: a translated title that changes is a change of its comic.
create function comic_translations_note_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.comic_id, old.locale, old.title) is not distinct from (new.comic_id, new.locale, new.title) then
    return null;
  end if;
  perform nextval('catalogue_changes');
  insert into comic_changes (comic_id)
  select distinct id from unnest(array[old.comic_id, new.comic_id]) id where id is not null on conflict do nothing;
  return null;
end $$;
create trigger comic_translations_note_change after insert or delete or update on comic_translations
  for each row execute function comic_translations_note_change();
