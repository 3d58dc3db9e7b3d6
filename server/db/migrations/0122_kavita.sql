-- Libraries of Kavita, by its API.
alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check
  check (kind in ('komawari', 'komga', 'kavita', 'lanraragi', 'wordpress', 'madara'));
