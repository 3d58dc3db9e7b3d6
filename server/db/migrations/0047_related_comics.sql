-- The comics that share most with each comic, the best first: found in the background, shown again and again. Who may see which
-- of them is asked when they are shown.
create table related_comics (
  comic_id int primary key references comics on delete cascade,
  ids int[],                                -- null: not found yet, or not since the comic changed
  scores real[],
  version int not null default 1,           -- moves when the comic changes, so that what was found of it before is not kept
  found_at timestamptz,
  due_at timestamptz not null default now() -- found anew from then on
);
create index related_comics_due on related_comics (due_at);
insert into related_comics (comic_id) select id from comics;

create function comics_note_related() returns trigger language plpgsql as $$
begin
  insert into related_comics as r (comic_id) values (new.id)
  on conflict (comic_id) do update set ids = null, scores = null, version = r.version + 1, due_at = now();
  return null;
end $$;
create trigger comics_related_added after insert on comics for each row execute function comics_note_related();
create trigger comics_related_changed after update of terms, state, rating on comics
  for each row when (old.terms is distinct from new.terms or old.state <> new.state or old.rating <> new.rating)
  execute function comics_note_related();
