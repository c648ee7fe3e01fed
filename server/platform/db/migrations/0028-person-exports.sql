-- An archive with everything about a person, built in the background; its file is in the folder exports of the data folder.
-- Deleted when its link ends.
create table person_export (
  id uuid constraint person_export_pk primary key,
  client_id uuid not null,
  -- Account that requested it, the only one that may download it; while impersonating, the administrator behind it.
  requested_by uuid not null,
  -- waiting, done or failed.
  status text not null default 'waiting',
  has_password boolean not null,
  -- Encrypted password of the archive, bound to the id; null without one, and after it was built.
  password text,
  -- Size of the archive; null until done.
  size_bytes bigint,
  created_at timestamptz not null default now(),
  -- End of the link, or of a failed request.
  expires_at timestamptz not null,
  -- Attempts so far.
  attempts integer not null default 0,
  -- Earliest time of the next attempt.
  next_try_at timestamptz not null default now(),
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  -- The latest one of each person and requester.
  constraint person_export_person_key unique (client_id, requested_by),
  constraint person_export_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint person_export_requester_fk foreign key (requested_by) references "user"(id) on delete cascade,
  constraint person_export_status_known check (status in ('waiting', 'done', 'failed'))
);
create index person_export_expires_ix on person_export (expires_at);
create index person_export_requester_ix on person_export (requested_by);
create unique index person_export_waiting_key on person_export (client_id) where (status = 'waiting');
