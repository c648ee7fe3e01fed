-- Retention of recordings and transcripts.
-- Protected: retention deletes nothing of this session.
alter table session add column is_kept boolean not null default false;
-- When the retention rule deleted the recording; null means it did not.
alter table session add column recording_deleted_at timestamptz;
-- When the retention rule deleted the transcript and the conversation; null means it did not.
alter table session add column transcript_deleted_at timestamptz;
insert into retention (kind, days) values ('recording', null), ('transcript', null);

-- Queues every file of a deleted recording for deletion, also the copies that a move left for a while. The names of
-- all of them begin with the id.
create or replace function discard_recording_files() returns trigger language plpgsql as $$
begin
  update discarded_file set keep_until = now() where left(storage_key, 36) = old.id::text and keep_until > now();
  insert into discarded_file (id, integration_id, storage_key)
  select gen_random_uuid(), old.integration_id, key
  from unnest(array[old.storage_key, old.poster_key, old.playable_key]) as key where key is not null;
  return old;
end
$$;
