-- Which works the hundreds of comics are editions of that "more like this" chooses among is read from this index alone.
create index comics_editions on comics (id) include (work_key) where work_key is not null;
