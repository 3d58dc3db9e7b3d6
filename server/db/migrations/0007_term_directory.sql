-- Lists of a kind of term are read whole, some thousand at a time.
create index terms_kind on terms (kind, id);
