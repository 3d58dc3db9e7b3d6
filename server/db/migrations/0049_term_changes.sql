-- The catalogues in the memory of the processes know what terms are called: a term that has other names stands among the
-- changes that they follow, as minus its id.
create function terms_note_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.kind, old.slug, old.name_key, old.search) is not distinct from (new.kind, new.slug, new.name_key, new.search) then
    return null;
  end if;
  insert into comic_changes (comic_id) values (-coalesce(new.id, old.id)) on conflict do nothing;
  return null;
end $$;
create trigger terms_note_change after insert or delete or update of kind, slug, name_key, search on terms
  for each row execute function terms_note_change();
