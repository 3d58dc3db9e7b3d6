-- A comic is by the groups of its chapters that are out, too: lists, filters and feeds of a group find it.
-- These stand among its terms, and here, apart from those that were said of the comic itself.
alter table comics add groups_added int[] not null default '{}';
update comics c set
  terms = array(select distinct term from unnest(c.terms || n.groups) as term order by term),
  groups_added = array(select distinct term from unnest(n.groups) as term where term <> all(c.terms) order by term)
from (
  select h.comic_id, array_agg(g.term_id) as groups from chapters h join chapter_groups g on g.chapter_id = h.id
  join terms t on t.id = g.term_id and t.forbidden_at is null group by h.comic_id) n
where c.id = n.comic_id and not n.groups <@ c.terms;
