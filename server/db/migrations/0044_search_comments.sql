-- Comments are found by a part of their text.
create index comments_text on comments using gin (text gin_trgm_ops);
