-- KOReader sends the MD5 of what was typed as the password: of that, in hexadecimal, the SHA-256. Null for keys from before.
alter table api_keys add md5_hash text unique;

-- Chapters by the partial MD5 of the files that left the site, which is how KOReader knows a file.
create table served_files (
  digest text primary key,
  chapter_id int not null references all_chapters on delete cascade
);
create index served_files_chapter on served_files (chapter_id);

-- Where members are in the documents that they read in KOReader, by the names that it has for these.
create table reading_documents (
  user_id int not null references users on delete cascade,
  document text not null,
  chapter_id int references all_chapters on delete set null,   -- known of files that the site gave away
  progress text not null,
  percentage float8 not null,
  device text not null,
  device_id text not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, document)
);
create index reading_documents_recent on reading_documents (user_id, updated_at desc);
create index reading_documents_chapter on reading_documents (chapter_id) where chapter_id is not null;
