-- What a file of our own says besides comics: whom and what its member follows, hides and blocks, and their searches.
alter table data_imports add account jsonb;
