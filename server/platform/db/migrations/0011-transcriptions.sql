-- One transcription job for a session's recording; the newest of a session is current.
create table transcription (
  id uuid constraint transcription_pk primary key,
  session_id uuid not null,
  -- waiting, running, completed, failed or cancelled.
  status text not null default 'waiting',
  -- 0 to 1.
  progress double precision not null default 0,
  -- Status message for the user; null means none.
  note text,
  -- Why it failed; null otherwise.
  error text,
  -- Quality warnings, such as NO_SPEECH or SPEAKERS_UNCERTAIN.
  warnings text[] not null default '{}'::text[],
  -- Attempts so far.
  attempts integer not null default 0,
  requested_by uuid,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  -- Number of speakers, 1–6; null means detect.
  speakers integer,
  -- Provider that runs the external job; null for a local job.
  integration_id uuid,
  -- Job id at the provider; null for a local job.
  external_id text,
  -- Recording of the external job; may be deleted. Null for a local job.
  recording_id uuid,
  -- Spoken language; null means that of the client or the installation.
  language text,
  constraint transcription_external_complete check (num_nonnulls(integration_id, external_id, recording_id) = any
    (array[0, 3])),
  constraint transcription_status_known check (status in ('waiting', 'running', 'completed', 'failed', 'cancelled')),
  constraint transcription_speakers_range check ((speakers >= 1) and (speakers <= 6)),
  constraint transcription_integration_fk foreign key (integration_id) references integration(id),
  constraint transcription_requester_fk foreign key (requested_by) references "user"(id) on delete set null,
  constraint transcription_session_fk foreign key (session_id) references session(id) on delete cascade
);
create unique index transcription_external_key on transcription (integration_id, external_id) where (external_id is
  not null);
create index transcription_integration_ix on transcription (integration_id) where (integration_id is not null);
create index transcription_requester_ix on transcription (requested_by) where (requested_by is not null);
create index transcription_session_ix on transcription (session_id, created_at desc);
-- At most one open job for each session.
create unique index transcription_in_progress_key on transcription (session_id) where (status = any (array['waiting',
  'running']));

-- A user's unsaved corrections to a transcript, private to that user; deleted on save, or by retention.
create table transcript_draft (
  id uuid constraint transcript_draft_pk primary key,
  session_id uuid not null,
  user_id uuid not null,
  -- Corrected segments, in the form of session.segments.
  segments jsonb not null,
  -- session.transcript_version when the corrections began, to detect conflicts.
  transcript_version integer not null,
  -- Raised by each save of the draft, for optimistic locking.
  version integer not null default 1,
  saved_at timestamptz not null default now(),
  constraint transcript_draft_session_key unique (session_id, user_id),
  constraint transcript_draft_session_fk foreign key (session_id) references session(id) on delete cascade,
  constraint transcript_draft_user_fk foreign key (user_id) references "user"(id) on delete cascade
);
create index transcript_draft_saved_ix on transcript_draft (saved_at);
create index transcript_draft_user_ix on transcript_draft (user_id);

-- A finished or abandoned job whose data a transcription provider still has; deleted once removed there.
create table external_copy (
  integration_id uuid not null,
  -- Job id at the provider.
  external_id text not null,
  -- Failed attempts to delete it.
  attempts integer not null default 0,
  -- Earliest time of the next attempt.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint external_copy_pk primary key (integration_id, external_id),
  constraint external_copy_integration_fk foreign key (integration_id) references integration(id) on delete cascade
);
create index external_copy_due_ix on external_copy (due_at);

-- Announces progress of a transcription, but not renewals of its lease; records a plan change only for a new
-- status.
create function notify_transcription() returns trigger language plpgsql as $$
declare
  client_id uuid := (select session.client_id from session where session.id = new.session_id);
begin
  if tg_op = 'INSERT' or old.status is distinct from new.status then
    insert into plan_change (client_id) values (client_id);
  end if;
  perform pg_notify('maylab_change', plan_topic(client_id));
  return null;
end
$$;

-- Queues the deletion of an external transcription job that no row refers to any more.
create function queue_external_deletion() returns trigger language plpgsql as $$
begin
  insert into external_copy (integration_id, external_id) values (old.integration_id, old.external_id)
    on conflict do nothing;
  return null;
end
$$;

create trigger plan_added after insert on transcription
  for each row
  execute function notify_transcription();
create trigger plan_changed after update on transcription
  for each row when (old.status is distinct from new.status or old.progress is distinct from new.progress or old.note
    is distinct from new.note)
  execute function notify_transcription();
create trigger transcription_external_deleted after delete on transcription
  for each row when (old.external_id is not null)
  execute function queue_external_deletion();
create trigger transcription_external_id_removed after update of external_id on transcription
  for each row when ((old.external_id is not null) and (new.external_id is null))
  execute function queue_external_deletion();
