-- Who opened what today, so that a visitor is counted once on whichever process they come to: a keyed hash of the
-- visitor, alone or with a comic. Gone when the day is. Not worth a log of its own: after a crash they are counted again.
create unlogged table visits (
  day date not null,
  visit bigint not null,
  primary key (day, visit)
);
