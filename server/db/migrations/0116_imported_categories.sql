-- The names of the categories of a file, in its order; null for files from before.
alter table data_imports add categories jsonb;
