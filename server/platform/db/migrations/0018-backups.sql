-- A backup that was written completely; the newest is shown in System Settings.
create table backup (
  id uuid constraint backup_pk primary key,
  finished_at timestamptz not null default now(),
  -- Size of the archive.
  size_bytes bigint not null,
  -- Whether the archive contains the secret key.
  has_secret_key boolean not null
);
create index backup_finished_ix on backup (finished_at desc);
