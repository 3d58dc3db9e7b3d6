-- A title and a cover of a printed volume of a work; chapters say which volume they are part of (`all_chapters.volume`).
create table comic_volumes (
  comic_id int not null references comics on delete cascade,
  volume text not null check (length(volume) between 1 and 20),
  title text check (length(title) between 1 and 200),
  cover text references images,
  primary key (comic_id, volume),
  check (title is not null or cover is not null)
);
create index comic_volumes_cover on comic_volumes (cover) where cover is not null;

-- Processes remember who may see a picture, and CDNs the picture.
create trigger comic_volumes_note after update or delete on comic_volumes
  for each statement execute function table_note_site_change('withdrawn');
create function volume_withdraw() returns trigger language plpgsql as $$
begin
  if purge_is_on() then perform withdraw_pictures(array[old.cover]); end if;
  return null;
end $$;
create trigger comic_volumes_withdraw after delete on comic_volumes for each row when (old.cover is not null)
  execute function volume_withdraw();
create trigger comic_volumes_withdraw_changed after update of cover on comic_volumes for each row
  when (old.cover is not null and new.cover is distinct from old.cover) execute function volume_withdraw();
