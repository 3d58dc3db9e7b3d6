-- Pages far down the list by newest chapter are counted off in the index alone: PostgreSQL does so only where the index has the
-- columns that its expression is made of.

drop index comics_latest;
drop index comics_latest_safe;
create index comics_latest on comics (greatest(uploaded_at, latest_chapter_at) desc, id desc) include (uploaded_at, latest_chapter_at) where state = 'published';
create index comics_latest_safe on comics (greatest(uploaded_at, latest_chapter_at) desc, id desc) include (uploaded_at, latest_chapter_at)
  where state = 'published' and rating = 'safe';
