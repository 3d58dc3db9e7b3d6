-- An index behind every reference: deleting what is referred to must not read whole tables.
create index comic_views_comic on comic_views (comic_id);
create index follows_comic on follows (comic_id) where comic_id is not null;
create index follows_term on follows (term_id) where term_id is not null;
create index hidden_terms_term on hidden_terms (term_id);
create index progress_chapter on progress (chapter_id);
create index comment_votes_user on comment_votes (user_id);
create index users_avatar on users (avatar) where avatar is not null;
create index imports_user on imports (user_id) where user_id is not null;
create index import_pages_image on import_pages (image) where image is not null;
create index slides_image on slides (image) where image is not null;
create index reports_user on reports (user_id) where user_id is not null;
create index reports_decider on reports (decided_by) where decided_by is not null;
create index takedowns_comic on takedowns (comic_id) where comic_id is not null;
create index takedowns_chapter on takedowns (chapter_id) where chapter_id is not null;
create index takedowns_page on takedowns (page_id) where page_id is not null;
create index takedowns_decider on takedowns (decided_by) where decided_by is not null;
