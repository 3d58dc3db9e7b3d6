-- Works that stand together, each pair once: the other is what `kind` says of the first. The other way round it is said by the
-- kind's inverse (contract/comics.ts).
create table comic_relations (
  comic_id int not null references comics on delete cascade,
  other_id int not null references comics on delete cascade,
  kind text not null check (kind in ('sequel', 'side_story', 'spin_off', 'adaptation', 'alternative', 'same_world')),
  primary key (comic_id, other_id),
  check (comic_id <> other_id)
);
create unique index comic_relations_pair on comic_relations (least(comic_id, other_id), greatest(comic_id, other_id));
create index comic_relations_other on comic_relations (other_id);

-- What a comic is related to can be searched for, and stands on its page.
create function comic_relations_note() returns trigger language plpgsql as $$
begin
  insert into comic_changes (comic_id)
  select distinct id from unnest(array[old.comic_id, old.other_id, new.comic_id, new.other_id]) id where id is not null
  on conflict do nothing;
  perform nextval('catalogue_changes');
  perform note_site_change('comics');
  return null;
end $$;
create trigger comic_relations_note after insert or delete or update on comic_relations
  for each row execute function comic_relations_note();

-- Who is related to a comic that comes out or is withdrawn has a relation more or less that readers see. The comic's own change
-- moves the catalogue's sequence.
create function comics_note_relations() returns trigger language plpgsql as $$
begin
  insert into comic_changes (comic_id)
  select r.other_id from comic_relations r where r.comic_id = new.id
  union select r.comic_id from comic_relations r where r.other_id = new.id
  on conflict do nothing;
  return null;
end $$;
create trigger comics_note_relations after update of state, rating on comics
  for each row when (old.state <> new.state or old.rating <> new.rating) execute function comics_note_relations();
