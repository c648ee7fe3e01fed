-- One coaching session of a client, with its transcript and conversation.
create table session (
  id uuid constraint session_pk primary key,
  client_id uuid not null,
  session_definition_id uuid not null,
  -- Planned or actual start.
  session_date timestamptz not null,
  -- When it was marked as completed; null means not completed.
  completed_at timestamptz,
  -- When it was archived; null means not archived.
  archived_at timestamptz,
  -- Raw transcript as text; null means none.
  transcribed_text_raw text,
  -- Edited conversation with named speakers; null means none.
  transcribed_text_scripted text,
  -- Raw transcript as JSON segments: start and end (s), speaker, text, word timings.
  segments jsonb,
  created_at timestamptz not null default now(),
  -- Raised by each change of the conversation, for optimistic locking.
  version integer not null default 1,
  -- Raised by each change of session_date; sequence number in calendar files.
  date_version integer not null default 1,
  -- Machine output before manual corrections; null means never corrected.
  original_segments jsonb,
  -- Raised by each change of segments, for optimistic locking.
  transcript_version integer not null default 1,
  -- Recording of the transcript; may be deleted. Null means the current one.
  transcribed_recording_id uuid,
  -- Length, 5–480; null means that of the session type.
  duration_minutes integer,
  -- digital or physical; null means that of the session type.
  session_type text,
  constraint session_duration check ((duration_minutes >= 5) and (duration_minutes <= 480)),
  constraint session_type_known check (session_type in ('digital', 'physical')),
  constraint session_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint session_definition_fk foreign key (session_definition_id) references session_definition(id) on delete
    cascade
);
create index session_client_ix on session (client_id, session_date);
create index session_date_ix on session (session_date);
create index session_definition_ix on session (session_definition_id);
-- Latest sessions with a transcript or conversation, offered for trying a prompt.
create index session_said_ix on session (session_date desc, id desc) where ((transcribed_text_raw is not null) or
  (transcribed_text_scripted is not null));

-- A session's conversation that the coach lets the client read; no row means staff only.
create table conversation_share (
  session_id uuid constraint conversation_share_pk primary key,
  shared_by uuid,
  shared_at timestamptz not null default now(),
  -- When the conversation last changed after sharing; null means unchanged.
  changed_at timestamptz,
  constraint conversation_share_session_fk foreign key (session_id) references session(id) on delete cascade,
  constraint conversation_share_user_fk foreign key (shared_by) references "user"(id) on delete set null
);
create index conversation_share_user_ix on conversation_share (shared_by);

-- A user who has a session open in a browser; renewed while open, ignored when stale, removed by retention.
-- Unlogged.
create unlogged table presence (
  id uuid constraint presence_pk primary key,
  session_id uuid not null,
  user_id uuid not null,
  -- Last renewal.
  seen_at timestamptz not null default now(),
  constraint presence_session_fk foreign key (session_id) references session(id) on delete cascade,
  constraint presence_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index presence_seen_ix on presence (seen_at);
create index presence_session_ix on presence (session_id);
create index presence_user_ix on presence (user_id);

-- Raises session.date_version when the date changes.
create function next_date_version() returns trigger language plpgsql as $$
begin
  new.date_version := old.date_version + 1;
  return new;
end
$$;

-- Raises session.transcript_version when the segments change.
create function next_transcript_version() returns trigger language plpgsql as $$
begin
  new.transcript_version := old.transcript_version + 1;
  return new;
end
$$;

-- Marks a shared conversation as changed, and ends sharing when the conversation is deleted.
create function note_conversation_change() returns trigger language plpgsql as $$
begin
  if new.transcribed_text_scripted is null then
    delete from conversation_share where session_id = new.id;
  else
    update conversation_share set changed_at = now() where session_id = new.id;
  end if;
  return null;
end
$$;

-- Announces who opened or closed a session to viewers of the plan.
create function notify_presence() returns trigger language plpgsql as $$
begin
  perform pg_notify('maylab_change', plan_topic(session.client_id))
  from session where session.id = coalesce(new.session_id, old.session_id);
  return null;
end
$$;

call notify_plans('conversation_share', $$select session.client_id from session where session.id = it.session_id$$);

create trigger presence_notified after insert or delete on presence
  for each row
  execute function notify_presence();

call notify_plans('session', $$select it.client_id$$);
create trigger session_conversation_changed after update on session
  for each row when (old.transcribed_text_scripted is distinct from new.transcribed_text_scripted)
  execute function note_conversation_change();
create trigger session_date_version before update on session
  for each row when (old.session_date is distinct from new.session_date)
  execute function next_date_version();
create trigger session_transcript_version before update of segments on session
  for each row when (old.segments is distinct from new.segments)
  execute function next_transcript_version();
create trigger session_version before update on session
  for each row when (old.transcribed_text_scripted is distinct from new.transcribed_text_scripted)
  execute function next_version();
