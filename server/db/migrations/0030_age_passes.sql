-- That a member passed an age check. No birth date, name, document or picture: only what has to be known.
create table age_passes (
  user_id integer primary key references users (id) on delete cascade,
  over18 boolean not null check (over18),
  -- How: 'self-declaration', or what the provider calls it.
  method text not null check (length(method) between 1 and 60),
  -- Who vouched for it; null for the member's own word.
  provider text,
  -- SHA-256 of what the provider signed; null for the member's own word.
  assertion_hash text,
  at timestamptz not null default now(),
  expires timestamptz not null,
  check ((provider is null) = (assertion_hash is null))
);
