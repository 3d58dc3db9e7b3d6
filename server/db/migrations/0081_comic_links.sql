-- By what id other sites know a work. Editions of one work share it, so that it is not unique.
create table comic_links (
  comic_id int not null references comics on delete cascade,
  service text not null check (service in ('anilist', 'mal', 'mangaupdates', 'mangadex', 'kitsu')),
  value text not null check (length(value) between 1 and 36),
  primary key (comic_id, service)
);
create index comic_links_value on comic_links (service, value, comic_id);

-- Pages of those who publish a work, in the order they are shown.
create table comic_official_links (
  comic_id int not null references comics on delete cascade,
  place smallint not null,
  url text not null check (length(url) <= 500),
  language text,
  label text check (length(label) <= 100),
  primary key (comic_id, place)
);
