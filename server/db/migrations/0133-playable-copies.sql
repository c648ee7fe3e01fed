-- A copy in a container that browsers play, of a recording whose container alone keeps them from playing it.
alter table recording
  add playable_key text,
  add playable_bytes bigint,
  add constraint recording_playable_whole check ((playable_key is null) = (playable_bytes is null));
create unique index recording_playable_key_key on recording (playable_key, integration_id) where playable_key is not null;

create or replace function discard_recording_files() returns trigger language plpgsql as $$
begin
  insert into discarded_file (id, integration_id, storage_key)
  select gen_random_uuid(), old.integration_id, key
  from unnest(array[old.storage_key, old.poster_key, old.playable_key]) as key where key is not null;
  return old;
end
$$;

-- Copies that are still to be made, under the ids of their recordings.
create table recording_repack (
  id uuid constraint recording_repack_pk primary key
    constraint recording_repack_recording_fk references recording (id) on delete cascade,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  fence integer not null default 0,
  held_until timestamptz
);
-- Who looks at the session hears that it is over, also where no copy could be made.
create trigger plan_removed after delete on recording_repack referencing old table as removed
  for each statement execute function note_plan_changes(
    'select session.client_id from recording join session on session.id = recording.session_id where recording.id = it.id');
