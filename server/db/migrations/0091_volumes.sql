-- The printed volume that a chapter is part of, as it is numbered or called there.
alter table all_chapters add volume text;
alter table upload_chapters add volume text;
create or replace view chapters as
  select id, comic_id, slug, name, number, position, direction, pages, added_at, updated_at, premium_until, pages_said,
    released_at, pending, coalesce(release_order, id) as release, volume
  from all_chapters where state = 'published';
