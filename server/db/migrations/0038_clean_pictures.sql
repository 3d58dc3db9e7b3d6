-- Pictures are kept without what cameras and programs wrote into them (docs/decisions/0041): they are known by the hash
-- of their clean bytes, and found again by that of the bytes they came as.
alter table images add column cleaned smallint not null default 0;  -- the version of the code that cleaned it; 0: none yet, -1: it could not be
create index images_not_cleaned on images (hash) where cleaned = 0;

create table image_sources (
  hash text primary key,                                      -- SHA-256 of bytes that a picture came as
  image text not null references images on delete cascade,    -- the picture
  replaced_at timestamptz                                     -- when a picture that had this hash became that one: old addresses lead on; null: it never had
);
create index image_sources_image on image_sources (image);
create index image_sources_replaced on image_sources (replaced_at) where replaced_at is not null;
