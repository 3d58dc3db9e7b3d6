-- Which parts of the sitemaps there are, and since when, is read from this index alone.
create index comics_indexed on comics (id) include (updated_at, rating) where state = 'published';
