-- When what a visitor may ask for is whole again, over all processes (server/http/limits). Not logged: after a crash everyone begins anew.
-- An address is kept as its hash, for an hour after it has no effect any more at most.
create unlogged table visitor_buckets (
  key text primary key,
  full_at timestamptz not null
) with (fillfactor = 70);
