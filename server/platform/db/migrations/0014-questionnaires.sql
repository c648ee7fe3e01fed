-- One immutable version of a questionnaire form; answered questionnaires refer to it after the form changes.
create table instrument_version (
  id uuid constraint instrument_version_pk primary key,
  -- Name of the form.
  key text not null,
  -- SHA-256 of the content, to reuse identical versions.
  fingerprint text not null unique,
  -- Questions, answer options and scoring, as JSON.
  content jsonb not null,
  created_at timestamptz not null default now()
);

-- A questionnaire that a coach assigned to a client, with the answers; immutable once completed.
create table questionnaire (
  id uuid constraint questionnaire_pk primary key,
  client_id uuid not null,
  instrument_version_id uuid not null,
  -- Shared by the questionnaires of one repeated assignment; null means single.
  series_id uuid,
  -- User who assigned it.
  assigned_by uuid,
  -- Message to the client.
  note text,
  -- Null means no due date.
  due_date date,
  -- Not shown to the client before this day; null means at once.
  opens_on date,
  -- Answers by question; saved while the client fills it in, erased when declined or withdrawn.
  answers jsonb not null default '{}'::jsonb,
  -- Raised by each change of the answers, for optimistic locking.
  version integer not null default 1,
  -- When the client submitted it; null means not submitted.
  completed_at timestamptz,
  -- When the client declined; null means not declined.
  declined_at timestamptz,
  -- When staff withdrew it; null means not withdrawn.
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  -- Score of the completed questionnaire; null if not completed or not scored.
  score double precision,
  -- Treatment week of completion; null until completed.
  week_number integer,
  created_at timestamptz not null default now(),
  constraint questionnaire_completed_in_week check ((completed_at is null) = (week_number is null)),
  constraint questionnaire_ends_once check (num_nonnulls(completed_at, declined_at, withdrawn_at) <= 1),
  constraint questionnaire_scored_when_completed check ((score is null) or (completed_at is not null)),
  constraint questionnaire_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint questionnaire_instrument_version_fk foreign key (instrument_version_id) references instrument_version(id),
  constraint questionnaire_assigned_by_fk foreign key (assigned_by) references "user"(id) on delete set null,
  constraint questionnaire_withdrawn_by_fk foreign key (withdrawn_by) references "user"(id) on delete set null
);
create index questionnaire_client_ix on questionnaire (client_id, created_at);
create index questionnaire_instrument_version_ix on questionnaire (instrument_version_id);
create index questionnaire_assigned_by_ix on questionnaire (assigned_by);
create index questionnaire_series_ix on questionnaire (series_id) where (series_id is not null);
create index questionnaire_withdrawn_by_ix on questionnaire (withdrawn_by) where (withdrawn_by is not null);

-- An alert that an answer needs attention before the next session; open until staff record the action taken.
-- Contains nothing of the answer.
create table safety_mark (
  id uuid constraint safety_mark_pk primary key,
  client_id uuid not null,
  questionnaire_id uuid not null,
  -- Coach who was notified; null if nobody could be reached.
  notified_user_id uuid,
  raised_at timestamptz not null default now(),
  -- Null means open.
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  -- Action taken; set if and only if acknowledged.
  note text,
  -- Message that notified the coach, to detect a failed delivery.
  message_id uuid,
  constraint safety_mark_acknowledged_with_note check ((acknowledged_at is null) = (note is null)),
  constraint safety_mark_acknowledger_fk foreign key (acknowledged_by) references "user"(id) on delete set null,
  constraint safety_mark_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint safety_mark_message_fk foreign key (message_id) references message(id) on delete set null,
  constraint safety_mark_questionnaire_fk foreign key (questionnaire_id) references questionnaire(id) on delete cascade,
  constraint safety_mark_notified_fk foreign key (notified_user_id) references "user"(id) on delete set null
);
create index safety_mark_acknowledger_ix on safety_mark (acknowledged_by) where (acknowledged_by is not null);
create index safety_mark_client_ix on safety_mark (client_id, raised_at);
create index safety_mark_message_ix on safety_mark (message_id) where (message_id is not null);
create index safety_mark_open_ix on safety_mark (client_id) where (acknowledged_at is null);
-- One open alert for each questionnaire; a worse answer after acknowledgement raises a new one.
create unique index safety_mark_open_key on safety_mark (questionnaire_id) where (acknowledged_at is null);
create index safety_mark_questionnaire_ix on safety_mark (questionnaire_id, raised_at);
create index safety_mark_notified_ix on safety_mark (notified_user_id);

-- Rejects changes to a completed questionnaire, except its week.
create function reject_change_after_completion() returns trigger language plpgsql as $$
begin
  raise exception 'a questionnaire that was answered is not changed';
end
$$;

call notify_plans('questionnaire', $$select it.client_id$$);
create trigger questionnaire_answered before update on questionnaire
  for each row when ((old.completed_at is not null) and (((((old.answers is distinct from new.answers) or (old.score
    is distinct from new.score)) or (old.completed_at is distinct from new.completed_at)) or (old.instrument_version_id is
    distinct from new.instrument_version_id)) or (old.client_id is distinct from new.client_id)))
  execute function reject_change_after_completion();
create trigger questionnaire_version before update on questionnaire
  for each row when (old.answers is distinct from new.answers)
  execute function next_version();

call notify_plans('safety_mark', $$select it.client_id$$);
