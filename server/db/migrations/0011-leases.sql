-- One kind of lease for uploads and transcriptions: whoever takes a row raises its fence, and writes only while the
-- fence is still theirs. An upload that has arrived whole is finished by background work, and says how that stands.
alter table upload
  add column status text not null default 'receiving'
    constraint upload_status_known check (status in ('receiving', 'processing', 'failed')),
  -- False where the bytes come within one request: nobody can go on with it when that request breaks off.
  add column is_resumable boolean not null default true,
  add column attempts integer not null default 0,
  add column note text,
  add column error text,
  -- From where it was handed over, for the audit log.
  add column address text,
  add column fence integer not null default 0,
  drop column held_by;
create index upload_user_ix on upload (user_id);

alter table transcription
  add column fence integer not null default 0,
  add column held_until timestamptz;
update transcription set fence = attempts, held_until = heartbeat_at + interval '15 seconds' where status = 'running';
alter table transcription drop column heartbeat_at;

-- A file belongs to one row. Before a file is removed, the rows are asked.
create unique index recording_storage_key_key on recording (storage_key);
create unique index recording_poster_key_key on recording (poster_key) where poster_key is not null;
