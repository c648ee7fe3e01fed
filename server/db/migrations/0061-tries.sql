-- A deletion of a definition has so many tries, and waits longer before each. Those without anything gone since; when it was
-- given up.
alter table definition_deletion
  add column attempts integer not null default 0,
  add column failed_at timestamptz;

-- Weeks are counted until they are right, with longer and longer waits where it fails. Until `not_before` nobody begins: also
-- because somebody is at it.
alter table week_count
  add column attempts integer not null default 0,
  add column not_before timestamptz not null default now();
