-- Why the picture of a page cannot be had: {code, params, accepted}. `accepted`: someone said that its comic may be shown
-- without it. Its image is the plate that stands for such a page.
alter table pages add column missing jsonb;
create index pages_missing on pages (chapter_id) where missing is not null;
-- How many pages its file says it has, where it holds fewer; null once someone said that its comic may be shown so.
alter table chapters add column pages_said int;
create index chapters_pages_said on chapters (comic_id) where pages_said is not null;
-- Whether whoever committed it said that works may be shown with missing pages.
alter table uploads add column incomplete boolean not null default false;
-- Files and imports that nobody reads any more are looked for every minute.
create index upload_files_unread on upload_files (id) where state in ('waiting', 'reading');
