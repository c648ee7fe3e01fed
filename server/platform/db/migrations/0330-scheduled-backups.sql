-- Why the newest backup failed; empty since the last one that was written.
create table failed_backup (
  id uuid constraint failed_backup_pk primary key,
  failed_at timestamptz not null default now(),
  error text not null
);
-- The archive in the backup folder; null: written by the command.
alter table backup add column file_name text;
