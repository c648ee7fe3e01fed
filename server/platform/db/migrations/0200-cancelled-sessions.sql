alter table session
  -- When it was last planned, moved, cancelled or restored.
  add column schedule_changed_at timestamptz not null default now(),
  -- Who did so; null: the installation, or the account was deleted.
  add column schedule_changed_by uuid,
  -- A cancelled session is also archived; null: not cancelled.
  add column cancelled_at timestamptz,
  add column cancelled_by uuid,
  -- The client cancelled it within the notice period.
  add column is_late_cancellation boolean not null default false,
  add constraint session_schedule_changed_by_fk foreign key (schedule_changed_by) references "user"(id) on delete set null,
  add constraint session_cancelled_by_fk foreign key (cancelled_by) references "user"(id) on delete set null,
  add constraint session_cancelled_archived check (cancelled_at is null or archived_at is not null),
  add constraint session_late_cancelled check (cancelled_at is not null or not is_late_cancellation);
create index session_schedule_changed_by_ix on session (schedule_changed_by) where (schedule_changed_by is not null);
create index session_cancelled_by_ix on session (cancelled_by) where (cancelled_by is not null);
update session set schedule_changed_at = created_at where created_at is not null;

-- Raised by each change that a calendar has to follow.
drop trigger session_date_version on session;
create trigger session_date_version before update on session
  for each row when (old.session_date is distinct from new.session_date or
    old.duration_minutes is distinct from new.duration_minutes or
    (old.cancelled_at is null) <> (new.cancelled_at is null))
  execute function next_date_version();
