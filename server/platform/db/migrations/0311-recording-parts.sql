-- The uploads that a recording made in the browser was joined from, in the order of their beginning.
create table recording_part (
  -- That of the upload.
  id uuid constraint recording_part_pk primary key,
  recording_id uuid not null,
  -- Null once the account is deleted.
  uploaded_by uuid,
  -- Of the upload.
  size_bytes bigint not null,
  -- Its length within the recording.
  seconds double precision not null,
  started_at timestamptz not null,
  constraint recording_part_recording_fk foreign key (recording_id) references recording(id) on delete cascade,
  constraint recording_part_uploader_fk foreign key (uploaded_by) references "user"(id) on delete set null
);
create index recording_part_recording_ix on recording_part (recording_id);
create index recording_part_uploader_ix on recording_part (uploaded_by) where (uploaded_by is not null);
