-- What the pictures themselves tell a reader: where their borders end, what stands around them, where their panels are,
-- and which of them run on into the next page. Found once, when a picture is rendered (docs/decisions/0014).
alter table images
  add column trim int[] check (cardinality(trim) = 4),  -- left, top, width, height of what is inside the borders, in pixels; null: nothing to cut off
  add column edge int,                                  -- 0xrrggbb around the picture; null: no one colour
  add column sides bytea,                               -- brightness down its left side, then down its right side
  add column panels int[],                              -- left, top, width, height of each panel, one after another, in thousandths of the page
  add column analysis smallint not null default 0;      -- the version of the code that looked; 0: none yet
create index images_not_analysed on images (hash) where analysis = 0;

alter table pages
  add column seam text check (seam in ('ltr', 'rtl')),  -- the drawing runs on into the next page, which lies to the right (ltr) or left (rtl)
  add column transcript text;                           -- what is written and to be seen on the page, for those who listen
