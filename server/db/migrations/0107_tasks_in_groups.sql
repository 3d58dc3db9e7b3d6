-- The work that a member does in a group: roles of credits, as its leaders say.
alter table group_members add tasks text[] not null default '{}'
  check (tasks <@ array['translator', 'letterer', 'editor', 'cleaner', 'proofreader', 'raw'] and cardinality(tasks) <= 6);
