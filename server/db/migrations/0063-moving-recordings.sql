-- Recordings that lie elsewhere are moved to the active storage, one move at a time; who asked for it stands in the audit log
-- of each.
create table recordings_move (
  id uuid constraint recordings_move_pk primary key,
  integration_id uuid not null constraint recordings_move_integration_fk references integration (id) on delete cascade,
  user_id uuid constraint recordings_move_user_fk references "user" (id) on delete set null,
  original_user_id uuid constraint recordings_move_original_user_fk references "user" (id) on delete set null,
  address text,
  status text not null default 'running'
    constraint recordings_move_status_known check (status in ('running', 'stopped', 'done', 'failed')),
  -- Why it ended before everything was moved.
  note text,
  moved integer not null default 0,
  -- Without anything moved since.
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  fence integer not null default 0,
  held_until timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index recordings_move_running_key on recordings_move (status) where status = 'running';
create index recordings_move_integration_ix on recordings_move (integration_id);
create index recordings_move_user_ix on recordings_move (user_id) where user_id is not null;
create index recordings_move_original_user_ix on recordings_move (original_user_id) where original_user_id is not null;

-- Those that could not be moved, and when each is tried again.
create table recording_move_failure (
  recording_id uuid constraint recording_move_failure_pk primary key
    constraint recording_move_failure_recording_fk references recording (id) on delete cascade,
  move_id uuid not null constraint recording_move_failure_move_fk references recordings_move (id) on delete cascade,
  attempts integer not null default 1,
  error text not null,
  next_try_at timestamptz not null
);
create index recording_move_failure_move_ix on recording_move_failure (move_id);

-- A file that was moved stays for a while: somebody may be watching it.
alter table discarded_file add column keep_until timestamptz not null default now();
