-- When what was recorded in the browser began: it orders the parts of a session, and names the same recording sent twice.
alter table upload add column started_at timestamptz not null default now();
update upload set started_at = created_at;
