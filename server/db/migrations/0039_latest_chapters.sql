-- When a chapter came to everyone, and the newest such chapter of each series: what lists by latest chapter go by.

-- `released_at` is when a chapter was added, or the end of its early access; `pending` while that lies ahead.
alter table chapters add released_at timestamptz not null default now();
alter table chapters add pending boolean not null default false;
update chapters set released_at = greatest(added_at, premium_until), pending = coalesce(greatest(added_at, premium_until) > now(), false);
create index chapters_pending on chapters (released_at) where pending;
-- Every minute it is asked what has become free.
create index chapters_early on chapters (premium_until) where premium_until is not null;
create index comics_early on comics (premium_until) where premium_until is not null;

create function chapters_note_release() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.added_at <> old.added_at or new.premium_until is not null and new.premium_until is distinct from old.premium_until then
    new.released_at := greatest(new.added_at, new.premium_until);
  elsif new.premium_until is distinct from old.premium_until then
    -- Early access that has ended keeps the moment of its end; where it is ended before, that moment is now.
    new.released_at := least(old.released_at, greatest(new.added_at, clock_timestamp()));
  end if;
  -- Who adds it may have a clock of their own, and a transaction that began a while ago.
  new.pending := new.released_at > clock_timestamp() + interval '5 minutes' or coalesce(new.premium_until > clock_timestamp(), false);
  return new;
end $$;
create trigger chapters_note_release before insert or update of added_at, premium_until, pending on chapters
  for each row execute function chapters_note_release();

-- Null for one-shots and for series of which no chapter has come yet.
alter table comics add latest_chapter int;
alter table comics add latest_chapter_at timestamptz;

create function latest_chapter_of(comic int) returns table (id int, released_at timestamptz) language sql stable as $$
  select h.id, h.released_at from chapters h where h.comic_id = comic and not h.pending
  order by h.released_at desc, h.position desc, h.id desc limit 1
$$;

create function refresh_latest_chapters(changed int[]) returns void language sql as $$
  update comics c set latest_chapter = l.id, latest_chapter_at = l.released_at
  from comics o left join lateral latest_chapter_of(o.id) l on true
  where o.id = any(changed) and not o.oneshot and c.id = o.id
    and (c.latest_chapter, c.latest_chapter_at) is distinct from (l.id, l.released_at)
$$;

create function chapters_refresh_latest() returns trigger language plpgsql as $$
declare
  changed int[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct n.comic_id) into changed from new_rows n;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct o.comic_id) into changed from old_rows o;
  else
    select array_agg(distinct x.id) into changed
    from old_rows o join new_rows n on n.id = o.id cross join lateral (values (o.comic_id), (n.comic_id)) x (id)
    where (o.comic_id, o.released_at, o.pending, o.position) is distinct from (n.comic_id, n.released_at, n.pending, n.position);
  end if;
  if changed is not null then perform refresh_latest_chapters(changed); end if;
  return null;
end $$;
create trigger chapters_latest_added after insert on chapters
  referencing new table as new_rows for each statement execute function chapters_refresh_latest();
create trigger chapters_latest_changed after update on chapters
  referencing old table as old_rows new table as new_rows for each statement execute function chapters_refresh_latest();
create trigger chapters_latest_deleted after delete on chapters
  referencing old table as old_rows for each statement execute function chapters_refresh_latest();

-- A one-shot that becomes a series shows its chapter, and the other way round.
create function comics_note_oneshot() returns trigger language plpgsql as $$
begin
  if new.oneshot then
    new.latest_chapter := null;
    new.latest_chapter_at := null;
  else
    select l.id, l.released_at into new.latest_chapter, new.latest_chapter_at from latest_chapter_of(new.id) l;
  end if;
  return new;
end $$;
create trigger comics_note_oneshot before update of oneshot on comics
  for each row when (old.oneshot is distinct from new.oneshot) execute function comics_note_oneshot();

select refresh_latest_chapters(array(select id from comics where not oneshot));

create index comics_latest on comics (greatest(uploaded_at, latest_chapter_at) desc, id desc) where state = 'published';
create index comics_latest_safe on comics (greatest(uploaded_at, latest_chapter_at) desc, id desc) where state = 'published' and rating = 'safe';
