-- Jobs to be queued when the product starts: those of an earlier version, or of a restored backup.
create table pending_job (
  id uuid constraint pending_job_pk primary key default gen_random_uuid(),
  name text not null,
  payload jsonb not null,
  run_at timestamptz not null default now()
);
