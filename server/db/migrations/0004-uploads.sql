-- Who was behind an upload while impersonating, and which request is receiving it right now: a lease that is
-- renewed while it lasts and runs out by itself when its process dies.
alter table upload add column original_user_id uuid;
alter table upload add column held_by uuid;
alter table upload add column held_until timestamptz;

-- A recording also goes when its session, client or session type is deleted: its files must not stay behind.
create function discard_recording_files() returns trigger language plpgsql as $$
begin
  insert into discarded_file (id, storage_key)
  select gen_random_uuid(), key from unnest(array[old.storage_key, old.poster_key]) as key where key is not null;
  return old;
end
$$;
create trigger recording_discards_files after delete on recording
  for each row execute function discard_recording_files();
