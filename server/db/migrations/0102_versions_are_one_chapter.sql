-- Versions of a chapter by several groups count as one chapter of their comic.
update comics c set chapters_count = n.chapters
from (
  select comic_id, count(distinct coalesce(coalesce(volume, '') || ' ' || number, '#' || id)) as chapters
  from all_chapters where state = 'published' group by comic_id
  having count(*) > count(distinct coalesce(coalesce(volume, '') || ' ' || number, '#' || id))) n
where c.id = n.comic_id and not c.oneshot;
