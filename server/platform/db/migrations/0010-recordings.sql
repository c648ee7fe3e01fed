-- The recording of a session: one audio or video file with its derived files.
create table recording (
  id uuid constraint recording_pk primary key,
  session_id uuid not null,
  -- Object key of the original file in the storage integration.
  storage_key text not null,
  -- Object key of the preview image; null for audio or if none could be made.
  poster_key text,
  -- Original file name.
  file_name text not null,
  -- MIME type of the file.
  content_type text not null,
  size_bytes bigint not null,
  -- Seconds.
  duration double precision not null,
  -- Whether common browsers play the original file.
  is_playable boolean not null,
  -- Null once the account is deleted.
  uploaded_by uuid,
  created_at timestamptz not null default now(),
  -- Storage that holds the files; need not be the active one.
  integration_id uuid not null,
  -- MIME type with codecs (RFC 6381), to ask the browser; null if unknown or unplayable.
  media_type text,
  -- Object key of a browser-playable copy; null means none.
  playable_key text,
  -- Size of the playable copy.
  playable_bytes bigint,
  constraint recording_playable_whole check ((playable_key is null) = (playable_bytes is null)),
  constraint recording_session_key unique (session_id),
  constraint recording_integration_fk foreign key (integration_id) references integration(id),
  constraint recording_session_fk foreign key (session_id) references session(id) on delete cascade,
  constraint recording_uploader_fk foreign key (uploaded_by) references "user"(id) on delete set null
);
create index recording_integration_ix on recording (integration_id);
create unique index recording_playable_key_key on recording (playable_key, integration_id) where (playable_key is not
  null);
create unique index recording_poster_key_key on recording (poster_key, integration_id) where (poster_key is not null);
create unique index recording_storage_key_key on recording (storage_key, integration_id);
create index recording_uploader_ix on recording (uploaded_by) where (uploaded_by is not null);

-- A resumable upload in progress; its bytes are in the staging folder under its id. Deleted when the recording is
-- saved.
create table upload (
  id uuid constraint upload_pk primary key,
  session_id uuid not null,
  user_id uuid not null,
  file_name text not null,
  -- Announced size of the complete file.
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  -- Last activity; abandoned uploads are removed by it.
  last_seen_at timestamptz not null default now(),
  -- Administrator behind the upload while impersonating; null without.
  original_user_id uuid,
  -- End of the current lease; null means not claimed.
  leased_until timestamptz,
  -- receiving, processing (complete, a worker finishes it) or failed.
  status text not null default 'receiving',
  -- False if all bytes arrive in one request, which cannot be continued.
  is_resumable boolean not null default true,
  -- Attempts to process it.
  attempts integer not null default 0,
  -- Message to the user about a delay; null means none.
  note text,
  -- Why it failed; null otherwise.
  error text,
  -- IP address of the final request, for the audit log.
  address text,
  -- Fencing token: raised each time a request or worker claims the row.
  fence integer not null default 0,
  constraint upload_status_known check (status in ('receiving', 'processing', 'failed')),
  constraint upload_session_fk foreign key (session_id) references session(id) on delete cascade,
  constraint upload_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index upload_last_seen_ix on upload (last_seen_at);
create index upload_session_ix on upload (session_id);
create index upload_user_ix on upload (user_id);

-- A recording for which a browser-playable copy is still to be made; has the recording's id. Deleted when done or
-- given up.
create table recording_repack (
  id uuid constraint recording_repack_pk primary key,
  -- Attempts so far.
  attempts integer not null default 0,
  -- Earliest time of the next attempt.
  next_try_at timestamptz not null default now(),
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  constraint recording_repack_recording_fk foreign key (id) references recording(id) on delete cascade
);

-- A job that moves all recordings from other storages to one storage.
create table recordings_move (
  id uuid constraint recordings_move_pk primary key,
  -- Destination storage.
  integration_id uuid not null,
  -- User who started it.
  user_id uuid,
  -- Administrator behind it while impersonating; null without.
  original_user_id uuid,
  -- IP address of the request, for the audit log.
  address text,
  -- running, stopped, done or failed.
  status text not null default 'running',
  -- Why it ended before all recordings were moved; null otherwise.
  note text,
  -- Recordings moved so far.
  moved integer not null default 0,
  -- Consecutive attempts that moved nothing.
  attempts integer not null default 0,
  -- Earliest time of the next attempt.
  next_try_at timestamptz not null default now(),
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  -- Null means running.
  ended_at timestamptz,
  constraint recordings_move_status_known check (status in ('running', 'stopped', 'done', 'failed')),
  constraint recordings_move_integration_fk foreign key (integration_id) references integration(id) on delete cascade,
  constraint recordings_move_original_user_fk foreign key (original_user_id) references "user"(id) on delete set null,
  constraint recordings_move_user_fk foreign key (user_id) references "user"(id) on delete set null
);
create index recordings_move_integration_ix on recordings_move (integration_id);
create index recordings_move_original_user_ix on recordings_move (original_user_id) where (original_user_id is not
  null);
-- At most one move runs at a time.
create unique index recordings_move_running_key on recordings_move (status) where (status = 'running');
create index recordings_move_user_ix on recordings_move (user_id) where (user_id is not null);

-- A recording that a move could not transfer yet.
create table recording_move_failure (
  recording_id uuid constraint recording_move_failure_pk primary key,
  move_id uuid not null,
  -- Failed attempts.
  attempts integer not null default 1,
  error text not null,
  -- Earliest time of the next attempt.
  next_try_at timestamptz not null,
  constraint recording_move_failure_move_fk foreign key (move_id) references recordings_move(id) on delete cascade,
  constraint recording_move_failure_recording_fk foreign key (recording_id) references recording(id) on delete cascade
);
create index recording_move_failure_move_ix on recording_move_failure (move_id);

-- A stored file without a row, deleted by a sweep, so that deletions do not depend on the storage service.
create table discarded_file (
  id uuid constraint discarded_file_pk primary key,
  -- Object key of the file.
  storage_key text not null,
  created_at timestamptz not null default now(),
  -- Storage that holds the file; it cannot be deleted before the file is.
  integration_id uuid not null,
  -- Not deleted before this time, because a moved file may still be playing.
  keep_until timestamptz not null default now(),
  constraint discarded_file_integration_fk foreign key (integration_id) references integration(id)
);
create index discarded_file_integration_ix on discarded_file (integration_id);

-- View: the pending work of each session: recording, transcription, conversation.
create view waiting_session as
  select session_id, client_id, recording,
    is_current and has_recording and (not has_transcript or is_of_earlier_recording) as transcription,
    is_current and has_transcript and not has_conversation and not is_of_earlier_recording as conversation
  from (
    select session.id as session_id, session.client_id,
      session.session_date <= now() and session.completed_at is null and session.archived_at is null
        and recording.id is null and session.transcribed_text_raw is null and session.transcribed_text_scripted is null
        as recording,
      session.archived_at is null as is_current,
      recording.id is not null as has_recording,
      session.transcribed_text_raw is not null as has_transcript,
      session.transcribed_text_scripted is not null as has_conversation,
      session.transcribed_text_raw is not null and coalesce(session.transcribed_recording_id <> recording.id, false)
        as is_of_earlier_recording
    from session left join recording on recording.session_id = session.id) as it;

-- Queues the files of a deleted recording for deletion, however it was deleted.
create function discard_recording_files() returns trigger language plpgsql as $$
begin
  insert into discarded_file (id, integration_id, storage_key)
  select gen_random_uuid(), old.integration_id, key
  from unnest(array[old.storage_key, old.poster_key, old.playable_key]) as key where key is not null;
  return old;
end
$$;

-- Recomputes the session summary columns of these clients; locks them first, so that concurrent changes are seen.
create function update_session_summaries(clients uuid[]) returns void language plpgsql as $$
begin
  -- Held first: who changes another session of the client at this moment is waited for, and then seen.
  perform from client where id = any(clients) order by id for no key update;
  update client
  set last_session_at = kept.last, next_session_at = kept.next, settled_ahead_at = kept.settled, open_sessions = kept.open,
    waits_for = kept.waits
  from (
    select of.id, dates.*, work.*
    from unnest(clients) as of (id)
    cross join lateral (
      select
        max(session_date) filter (where session_date <= now()) as last,
        min(session_date) filter (where session_date > now() and completed_at is null and archived_at is null) as next,
        min(session_date) filter (where session_date > now() and (completed_at is not null or archived_at is not null)) as settled,
        count(*) filter (where session_date <= now() and completed_at is null and archived_at is null) as open
      from session where client_id = of.id
    ) as dates
    cross join lateral (
      select array_remove(array[
        case when bool_or(recording) then 'recording' end,
        case when bool_or(transcription) then 'transcription' end,
        case when bool_or(conversation) then 'conversation' end], null) as waits
      from waiting_session where client_id = of.id
    ) as work
  ) as kept
  where client.id = kept.id
    and (last_session_at, next_session_at, client.settled_ahead_at, open_sessions, waits_for)
      is distinct from (kept.last, kept.next, kept.settled, kept.open, kept.waits);
end
$$;

-- Recomputes the summary of clients whose sessions changed in a relevant column.
create function sessions_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform update_session_summaries(array(select distinct client_id from added));
  elsif tg_op = 'DELETE' then
    perform update_session_summaries(array(select distinct client_id from removed));
  else
    -- The words that were said change often, and say nothing here; of which recording they are does.
    perform update_session_summaries(array(
      select unnest(array[was.client_id, session.client_id]) from removed as was join added as session using (id)
      where (was.client_id, was.session_date, was.completed_at, was.archived_at, was.transcribed_recording_id, was.transcribed_text_raw is null, was.transcribed_text_scripted is null)
        is distinct from (session.client_id, session.session_date, session.completed_at, session.archived_at, session.transcribed_recording_id, session.transcribed_text_raw is null, session.transcribed_text_scripted is null)
      group by 1));
  end if;
  return null;
end
$$;

-- Recomputes the summary of clients whose recordings were added or removed.
create function recordings_changed() returns trigger language plpgsql as $$
begin
  perform update_session_summaries(array(select distinct client_id from session where id in (select session_id from changed)));
  return null;
end
$$;

call notify_plans('recording', $$select session.client_id from session where session.id = it.session_id$$);
create trigger recording_discards_files after delete on recording
  for each row
  execute function discard_recording_files();
create trigger recordings_added after insert on recording referencing new table as changed
  for each statement
  execute function recordings_changed();
create trigger recordings_removed after delete on recording referencing old table as changed
  for each statement
  execute function recordings_changed();

create trigger plan_removed after delete on recording_repack referencing old table as removed
  for each statement
  execute function record_plan_changes('select session.client_id from recording join session on session.id = recording.session_id where recording.id = it.id');

create trigger sessions_added after insert on session referencing new table as added
  for each statement
  execute function sessions_changed();
create trigger sessions_changed after update on session referencing old table as removed new table as added
  for each statement
  execute function sessions_changed();
create trigger sessions_removed after delete on session referencing old table as removed
  for each statement
  execute function sessions_changed();
