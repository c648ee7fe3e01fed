-- A value of a metric in one week of a client's plan; earlier values are in metric_value_past.
create sequence metric_value_version;
create table metric_value (
  id uuid constraint metric_value_pk primary key,
  client_id uuid not null,
  metric_definition_id uuid not null,
  -- Session it was found in; null if entered by hand.
  session_id uuid,
  -- Treatment week; week 1 begins on the day the client was created.
  week_number integer not null,
  numeric_value double precision not null,
  created_at timestamptz not null default now(),
  -- transcription, document_upload, manual or device.
  source text not null default 'transcription',
  -- User who entered or reviewed it; null if unreviewed or imported.
  author_id uuid,
  -- Number of the last change from metric_value_version, for optimistic locking.
  version integer not null default nextval('metric_value_version'),
  -- When value or source last changed.
  changed_at timestamptz not null default now(),
  -- Analysis result it comes from; null if none.
  analysed_value_id uuid,
  constraint metric_value_source_known check (source in ('transcription', 'document_upload', 'manual', 'device')),
  constraint metric_value_analysed_fk foreign key (analysed_value_id) references analysed_value(id) on delete cascade,
  constraint metric_value_author_fk foreign key (author_id) references "user"(id) on delete set null,
  constraint metric_value_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint metric_value_definition_fk foreign key (metric_definition_id) references metric_definition(id) on delete
    cascade,
  constraint metric_value_session_fk foreign key (session_id) references session(id) on delete set null
);
create unique index metric_value_analysed_key on metric_value (analysed_value_id) where (analysed_value_id is not
  null);
create index metric_value_author_ix on metric_value (author_id) where (author_id is not null);
-- One manual value for each client, metric and week.
create unique index metric_value_manual_key on metric_value (client_id, metric_definition_id, week_number) where
  (source = 'manual');
create index metric_value_client_ix on metric_value (client_id, week_number);
create index metric_value_definition_ix on metric_value (metric_definition_id);
create index metric_value_session_ix on metric_value (session_id);

-- An earlier value of a metric, or its deletion; written by trigger and when a value is cleared.
create table metric_value_past (
  id bigint generated always as identity constraint metric_value_past_pk primary key,
  client_id uuid not null,
  metric_definition_id uuid not null,
  -- Treatment week.
  week_number integer not null,
  -- Null means the value was deleted.
  numeric_value double precision,
  -- transcription, document_upload, manual or device.
  source text not null,
  session_id uuid,
  -- User who entered, reviewed or deleted it; null if none.
  author_id uuid,
  -- When this entry was made.
  changed_at timestamptz not null,
  constraint metric_value_past_author_fk foreign key (author_id) references "user"(id) on delete set null,
  constraint metric_value_past_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint metric_value_past_definition_fk foreign key (metric_definition_id) references metric_definition(id) on
    delete cascade,
  constraint metric_value_past_session_fk foreign key (session_id) references session(id) on delete set null
);
create index metric_value_past_author_ix on metric_value_past (author_id) where (author_id is not null);
create index metric_value_past_definition_ix on metric_value_past (metric_definition_id);
create index metric_value_past_ix on metric_value_past (client_id, metric_definition_id, week_number);
create index metric_value_past_session_ix on metric_value_past (session_id) where (session_id is not null);

-- A burnout score of a client for one week; several sources may assess the same week, see effective_assessment.
create table burnout_assessment (
  id uuid constraint burnout_assessment_pk primary key,
  client_id uuid not null,
  -- Session it is based on; null if none.
  session_id uuid,
  -- Treatment week; week 1 begins on the day the client was created.
  week_number integer not null,
  -- 0 (none) to 100 (highest risk).
  risk_score double precision not null,
  created_at timestamptz not null default now(),
  -- questionnaire, person or model.
  source text not null default 'person',
  -- Reason given by the author; null if none.
  reason text,
  -- User who entered or reviewed it; null if none.
  author_id uuid,
  -- Precedence of the source: 3 questionnaire, 2 person, 1 model.
  weight smallint generated always as (case source when 'questionnaire' then 3 when 'person' then 2 else 1 end) stored
    not null,
  -- Completed questionnaire it was scored from; null for other sources.
  questionnaire_id uuid,
  -- Analysis result it comes from; null for other sources.
  analysed_value_id uuid,
  constraint burnout_assessment_questionnaire_key unique (questionnaire_id),
  constraint burnout_assessment_score_range check ((risk_score >= (0)::double precision) and (risk_score <=
    (100)::double precision)),
  constraint burnout_assessment_source_known check (source in ('questionnaire', 'person', 'model')),
  constraint burnout_assessment_analysed_fk foreign key (analysed_value_id) references analysed_value(id) on delete
    cascade,
  constraint burnout_assessment_author_fk foreign key (author_id) references "user"(id) on delete set null,
  constraint burnout_assessment_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint burnout_assessment_questionnaire_fk foreign key (questionnaire_id) references questionnaire(id) on delete
    cascade,
  constraint burnout_assessment_session_fk foreign key (session_id) references session(id) on delete set null
);
create unique index burnout_assessment_analysed_key on burnout_assessment (analysed_value_id) where (analysed_value_id
  is not null);
create index burnout_assessment_author_ix on burnout_assessment (author_id) where (author_id is not null);
-- Order of effective_assessment; includes the score for index-only scans.
create index burnout_assessment_client_ix on burnout_assessment (client_id, week_number desc, weight desc, created_at
  desc, id desc) include (risk_score, source);
create index burnout_assessment_session_ix on burnout_assessment (session_id) where (session_id is not null);

-- A burnout assessment that a user removed.
create table burnout_assessment_past (
  id uuid constraint burnout_assessment_past_pk primary key,
  client_id uuid not null,
  -- Treatment week.
  week_number integer not null,
  -- 0 (none) to 100 (highest risk).
  risk_score double precision not null,
  -- questionnaire, person or model.
  source text not null,
  reason text,
  author_id uuid,
  -- When the assessment was made.
  created_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz not null default now(),
  constraint burnout_assessment_past_author_fk foreign key (author_id) references "user"(id) on delete set null,
  constraint burnout_assessment_past_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint burnout_assessment_past_remover_fk foreign key (removed_by) references "user"(id) on delete set null
);
create index burnout_assessment_past_author_ix on burnout_assessment_past (author_id) where (author_id is not null);
create index burnout_assessment_past_client_ix on burnout_assessment_past (client_id, week_number);
create index burnout_assessment_past_remover_ix on burnout_assessment_past (removed_by) where (removed_by is not null);

-- View: the effective assessment of each week: of the highest-precedence source, the newest.
create view effective_assessment as
  select distinct on (client_id, week_number) client_id, week_number, id, risk_score, source, created_at
  from burnout_assessment
  order by client_id, week_number desc, weight desc, created_at desc, id desc;

-- A home assignment of a client, single or part of a weekly series.
create table assignment (
  id uuid constraint assignment_pk primary key,
  client_id uuid not null,
  assignment_definition_id uuid not null,
  -- Session in which it was given; null means none.
  session_id uuid,
  -- Treatment week of the due date; week 1 begins on the day the client was created.
  week_number integer not null,
  -- Null means no due date.
  due_date date,
  -- Instructions for the client.
  note text,
  -- Null means open.
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  -- Shared by the assignments of one weekly series; null means single.
  series_id uuid,
  -- The client or a staff member; null if not completed or the account is gone.
  completed_by uuid,
  -- Message to the coach, written on completion.
  completion_note text,
  -- Raised by each change of type, due date or note, for optimistic locking.
  version integer not null default 1,
  constraint assignment_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint assignment_completed_by_fk foreign key (completed_by) references "user"(id) on delete set null,
  constraint assignment_definition_fk foreign key (assignment_definition_id) references assignment_definition(id) on
    delete cascade,
  constraint assignment_session_fk foreign key (session_id) references session(id) on delete set null
);
create index assignment_client_ix on assignment (client_id, week_number);
create index assignment_completed_by_ix on assignment (completed_by) where (completed_by is not null);
create index assignment_definition_ix on assignment (assignment_definition_id);
-- Finds open assignments to send reminders for.
create index assignment_due_ix on assignment (due_date) where ((completed_at is null) and (due_date is not null));
create index assignment_series_ix on assignment (series_id, due_date) where (series_id is not null);
create index assignment_session_ix on assignment (session_id);

-- Copies the previous value to metric_value_past and gives the change a new version.
create function archive_metric_value() returns trigger language plpgsql as $$
begin
  insert into metric_value_past
    (client_id, metric_definition_id, week_number, numeric_value, source, session_id, author_id, changed_at)
  values (old.client_id, old.metric_definition_id, old.week_number, old.numeric_value, old.source, old.session_id,
    old.author_id, old.changed_at);
  new.version := nextval('metric_value_version');
  new.changed_at := now();
  return new;
end
$$;

-- The latest effective burnout scores of a client, newest first, at most `most`.
create function latest_burnout_scores(client uuid, most integer) returns double precision[] language sql stable parallel safe
  return array(select effective_assessment.risk_score from effective_assessment where (effective_assessment.client_id =
    latest_burnout_scores.client) order by effective_assessment.week_number desc limit latest_burnout_scores.most);

-- Recomputes burnout_score and burnout_change of these clients; locks them first, so that concurrent changes are
-- seen.
create function refresh_burnout_scores(clients uuid[]) returns void language plpgsql as $$
begin
  -- Held first: who assesses the client at this moment as well is waited for, and then seen.
  perform from client where id = any(clients) order by id for no key update;
  update client set burnout_score = kept.score, burnout_change = kept.change
  from (
    select of.id, scores[1] as score, (scores[1]::numeric - scores[2]::numeric)::double precision as change
    from unnest(clients) as of (id), latest_burnout_scores(of.id, 2) as scores
  ) as kept
  where client.id = kept.id and (burnout_score, burnout_change) is distinct from (kept.score, kept.change);
end
$$;

-- Recomputes the scores of clients whose assessments changed.
create function assessments_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform refresh_burnout_scores(array(select distinct client_id from added));
  elsif tg_op = 'DELETE' then
    perform refresh_burnout_scores(array(select distinct client_id from removed));
  else
    perform refresh_burnout_scores(array(select client_id from added union select client_id from removed));
  end if;
  return null;
end
$$;

call notify_plans('assignment', $$select it.client_id$$);
create trigger assignment_version before update on assignment
  for each row when (old.assignment_definition_id is distinct from new.assignment_definition_id or old.due_date is
    distinct from new.due_date or old.note is distinct from new.note)
  execute function next_version();

call notify_plans('burnout_assessment', $$select it.client_id$$);
create trigger assessments_added after insert on burnout_assessment referencing new table as added
  for each statement
  execute function assessments_changed();
create trigger assessments_changed after update on burnout_assessment referencing old table as removed new table as
  added
  for each statement
  execute function assessments_changed();
create trigger assessments_removed after delete on burnout_assessment referencing old table as removed
  for each statement
  execute function assessments_changed();

call notify_plans('metric_value', $$select it.client_id$$);
create trigger metric_value_archived before update on metric_value
  for each row when (old.numeric_value is distinct from new.numeric_value or old.source is distinct from new.source)
  execute function archive_metric_value();
