-- Chapters have a state of their own. Whatever readers get is asked of `chapters`, which are those that are out;
-- `all_chapters` has those, too, that staff prepares, has come out at a time, or has taken away.
alter table chapters rename to all_chapters;
alter table all_chapters
  add state text not null default 'published' check (state in ('draft', 'scheduled', 'published', 'removed')),
  add publish_at timestamptz,               -- when a scheduled one comes out
  add release_order int,                    -- in which they came out; null: by their ids, and of one that never did
  add removed_from text check (removed_from in ('draft', 'scheduled', 'published')),
  add removed_by int references users on delete set null,
  add constraint chapters_scheduled check ((state = 'scheduled') = (publish_at is not null));
create index chapters_removed_by on all_chapters (removed_by) where removed_by is not null;
create index chapters_due on all_chapters (publish_at) where state = 'scheduled';

create view chapters as
  select id, comic_id, slug, name, number, position, direction, pages, added_at, updated_at, premium_until, pages_said,
    released_at, pending, coalesce(release_order, id) as release
  from all_chapters where state = 'published';

-- One that comes out after others were made is newer than these, whatever its id.
create function chapters_note_publication() returns trigger language plpgsql as $$
begin
  if old.state = 'published' then
    new.release_order := coalesce(old.release_order, old.id);
  elsif new.state = 'published' and new.release_order is null then
    new.release_order := nextval(pg_get_serial_sequence('all_chapters', 'id'));
  end if;
  return new;
end $$;
create trigger chapters_note_publication before update of state on all_chapters
  for each row when (old.state <> new.state) execute function chapters_note_publication();

create or replace function chapters_withdraw() returns trigger language plpgsql as $$
begin
  if purge_is_on() then
    insert into withdrawals (comic_id) select distinct f.comic_id from former f join latter l on l.id = f.id
    where f.state = 'published' and (l.state <> 'published' or l.comic_id <> f.comic_id
      or (l.premium_until is distinct from f.premium_until and l.premium_until is not null));
  end if;
  return null;
end $$;

create or replace function chapters_refresh_latest() returns trigger language plpgsql as $$
declare
  changed int[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.comic_id) into changed from new_rows n where n.state = 'published';
  elsif tg_op = 'DELETE' then
    select array_agg(distinct o.comic_id) into changed from old_rows o where o.state = 'published';
  else
    select array_agg(distinct x.id) into changed
    from old_rows o join new_rows n on n.id = o.id cross join lateral (values (o.comic_id), (n.comic_id)) x (id)
    where 'published' in (o.state, n.state) and (o.comic_id, o.released_at, o.pending, o.position, o.state)
      is distinct from (n.comic_id, n.released_at, n.pending, n.position, n.state);
  end if;
  if changed is not null then perform refresh_latest_chapters(changed); end if;
  return null;
end $$;

create or replace function chapters_note_site_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from latter h join comics c on c.id = h.comic_id
      where h.state = 'published' and c.state in ('published', 'unlisted')) then
      perform note_site_change('comics');
    end if;
  elsif tg_op = 'DELETE' then
    if exists (select from former h join comics c on c.id = h.comic_id
      where h.state = 'published' and c.state in ('published', 'unlisted')) then
      perform note_site_change('withdrawn');
    end if;
  else
    insert into site_changes (area)
    select distinct case when o.state = 'published'
      and (o.pending, o.premium_until, o.comic_id, o.state) is distinct from (h.pending, h.premium_until, h.comic_id, h.state)
      then 'withdrawn' else 'comics' end
    from former o join latter h on h.id = o.id join comics c on c.id = h.comic_id
    where 'published' in (o.state, h.state) and c.state in ('published', 'unlisted') and o is distinct from h
    on conflict do nothing;
  end if;
  return null;
end $$;
