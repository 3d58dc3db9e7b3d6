-- Groups that have people can be reported.
alter table reports drop constraint reports_subject_check;
alter table reports add constraint reports_subject_check check (subject in ('comic', 'chapter', 'page', 'comment', 'user', 'group'));
