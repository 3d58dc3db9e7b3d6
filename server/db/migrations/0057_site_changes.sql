-- What has changed of that which processes remember, by the transaction that changed it: every process looks twice a second, and
-- forgets what it kept of an area. Rows are taken away after an hour.
create table site_changes (
  tx xid8 not null default pg_current_xact_id(),
  area text not null,                       -- 'withdrawn': must not be seen any more; else what it is about
  noted_at timestamptz not null default now(),
  primary key (tx, area)
);

create function note_site_change(noted text) returns void language sql as $$
  insert into site_changes (area) values (noted) on conflict do nothing
$$;

-- Of a table that is small and seldom written: any statement is a change of the area that the trigger names.
create function table_note_site_change() returns trigger language plpgsql as $$
begin
  perform note_site_change(tg_argv[0]);
  return null;
end $$;
create trigger announcements_note after insert or update or delete on announcements
  for each statement execute function table_note_site_change('announcements');
create trigger ads_note after insert or update or delete on ads for each statement execute function table_note_site_change('ads');
create trigger slides_note after insert or update or delete on slides for each statement execute function table_note_site_change('slides');
create trigger site_pages_note after insert or update or delete on site_pages
  for each statement execute function table_note_site_change('site_pages');
create trigger withheld_pages_note after insert or update or delete on withheld_pages
  for each statement execute function table_note_site_change('withdrawn');
create trigger quarantine_note after insert or update of state on quarantine
  for each statement execute function table_note_site_change('withdrawn');

create function comics_note_site_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from latter where state in ('published', 'unlisted')) then perform note_site_change('comics'); end if;
  elsif tg_op = 'DELETE' then
    if exists (select from former where state in ('published', 'unlisted', 'removed')) then perform note_site_change('withdrawn'); end if;
  else
    insert into site_changes (area)
    select distinct case
      when o.state in ('published', 'unlisted') and (o.state, o.rating, o.premium, o.premium_until, o.cover)
        is distinct from (c.state, c.rating, c.premium, c.premium_until, c.cover) then 'withdrawn' else 'comics' end
    from former o join latter c on c.id = o.id
    where o.version <> c.version and (o.state in ('published', 'unlisted', 'removed') or c.state in ('published', 'unlisted', 'removed'))
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger comics_note_come after insert on comics referencing new table as latter
  for each statement execute function comics_note_site_change();
create trigger comics_note_gone after delete on comics referencing old table as former
  for each statement execute function comics_note_site_change();
create trigger comics_note_changed after update on comics referencing old table as former new table as latter
  for each statement execute function comics_note_site_change();

create function chapters_note_site_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from latter h join comics c on c.id = h.comic_id where c.state in ('published', 'unlisted')) then
      perform note_site_change('comics');
    end if;
  elsif tg_op = 'DELETE' then
    if exists (select from former h join comics c on c.id = h.comic_id where c.state in ('published', 'unlisted')) then
      perform note_site_change('withdrawn');
    end if;
  else
    insert into site_changes (area)
    select distinct case when (o.pending, o.premium_until, o.comic_id) is distinct from (h.pending, h.premium_until, h.comic_id)
      then 'withdrawn' else 'comics' end
    from former o join latter h on h.id = o.id join comics c on c.id = h.comic_id
    where c.state in ('published', 'unlisted') and o is distinct from h
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger chapters_note_come after insert on chapters referencing new table as latter
  for each statement execute function chapters_note_site_change();
create trigger chapters_note_gone after delete on chapters referencing old table as former
  for each statement execute function chapters_note_site_change();
create trigger chapters_note_changed after update on chapters referencing old table as former new table as latter
  for each statement execute function chapters_note_site_change();

create function pages_note_site_change() returns trigger language plpgsql as $$
begin
  if exists (select from former o left join latter p on p.id = o.id where p.image is distinct from o.image) then
    perform note_site_change('withdrawn');
  end if;
  return null;
end $$;
create trigger pages_note_changed after update on pages referencing old table as former new table as latter
  for each statement execute function pages_note_site_change();
-- Of a comic or chapter that goes, its own trigger has told already.
create trigger pages_note_gone after delete on pages for each statement execute function table_note_site_change('withdrawn');

create function users_note_site_change() returns trigger language plpgsql as $$
begin
  perform note_site_change('members');
  return null;
end $$;
create trigger users_note_changed after update of username, role, avatar, banned_at, deleted_at on users for each row
  when ((old.username, old.role, old.avatar, old.banned_at is null, old.deleted_at is null)
    is distinct from (new.username, new.role, new.avatar, new.banned_at is null, new.deleted_at is null))
  execute function users_note_site_change();

create function comments_note_site_change() returns trigger language plpgsql as $$
begin
  perform note_site_change('withdrawn');
  return null;
end $$;
create trigger comments_note_hidden after update of state on comments for each row
  when (old.state = 'shown' and new.state <> 'shown') execute function comments_note_site_change();
create trigger comments_note_gone after delete on comments for each row when (old.state = 'shown')
  execute function comments_note_site_change();

create trigger terms_note_site_change after update of kind, slug, name, color, image, icon on terms for each row
  when ((old.kind, old.slug, old.name, old.color, old.image, old.icon) is distinct from (new.kind, new.slug, new.name, new.color, new.image, new.icon))
  execute function table_note_site_change('comics');
create trigger comic_translations_note_site_change after insert or update or delete on comic_translations
  for each statement execute function table_note_site_change('comics');

-- How far in the primary's log a member's newest write is: until a replica has it, their reads go to the primary. A crash may lose it,
-- and then ends the replicas' connections, too.
create unlogged table member_writes (
  user_id int primary key references users on delete cascade,
  position int8 not null                    -- bytes of log
);
