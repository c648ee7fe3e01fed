-- Parts of an upload in the active storage, so that several machines need no shared folder.
alter table upload
  -- Storage that receives the parts; null: the staging folder.
  add column parts_integration_id uuid,
  -- The multipart upload in that storage; null until its first part is sent.
  add column multipart_id text,
  add constraint upload_parts_integration_fk foreign key (parts_integration_id) references integration(id);
create index upload_parts_integration_ix on upload (parts_integration_id) where (parts_integration_id is not null);

-- A part of an upload that has arrived: stored, or waiting until it is large enough to be sent.
create table upload_part (
  upload_id uuid not null,
  -- Offset of its first byte.
  from_byte bigint not null,
  size_bytes integer not null,
  -- The storage's name for the part; null while it waits.
  etag text,
  -- Null once it is stored.
  bytes bytea,
  constraint upload_part_pk primary key (upload_id, from_byte),
  constraint upload_part_upload_fk foreign key (upload_id) references upload(id) on delete cascade,
  constraint upload_part_stored check ((etag is null) <> (bytes is null))
);
-- Video can't be compressed further.
alter table upload_part alter column bytes set storage external;

-- Queues the parts of an upload that has ended for deletion, however it ended. The sweep leaves what a recording refers to.
create function discard_upload_parts() returns trigger language plpgsql as $$
begin
  insert into discarded_file (id, integration_id, storage_key)
  values (gen_random_uuid(), old.parts_integration_id, old.id::text);
  delete from upload_part where upload_id = old.id;
  return null;
end
$$;
create trigger upload_discards_parts after delete on upload
  for each row
  when (old.parts_integration_id is not null)
  execute function discard_upload_parts();
create trigger failed_upload_discards_parts after update of status on upload
  for each row
  when (old.parts_integration_id is not null and old.status <> 'failed' and new.status = 'failed')
  execute function discard_upload_parts();
