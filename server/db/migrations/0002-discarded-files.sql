-- Files whose row is gone: removed from storage by the sweep, so that a deletion neither waits for a
-- storage service nor forgets a file when that service is away.
create table discarded_file (
  id uuid constraint discarded_file_pk primary key,
  storage_key text not null,
  created_at timestamptz not null default now()
);
