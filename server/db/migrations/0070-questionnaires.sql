-- Questionnaires that a coach gives and a client answers. An instrument is kept as it was when it was given: what was
-- answered keeps its questions, whatever a file says later.
create table instrument_edition (
  id uuid constraint instrument_edition_pk primary key,
  key text not null,
  fingerprint text not null constraint instrument_edition_fingerprint_key unique,
  content jsonb not null,
  created_at timestamptz not null default now()
);

create table questionnaire (
  id uuid constraint questionnaire_pk primary key,
  client_id uuid not null constraint questionnaire_client_fk references client (id) on delete cascade,
  edition_id uuid not null constraint questionnaire_edition_fk references instrument_edition (id),
  series_id uuid,
  given_by uuid constraint questionnaire_giver_fk references "user" (id) on delete set null,
  note text,
  due_date date,
  opens_on date,
  answers jsonb not null default '{}',
  version integer not null default 1,
  completed_at timestamptz,
  declined_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid constraint questionnaire_withdrawer_fk references "user" (id) on delete set null,
  score double precision,
  week_number integer,
  created_at timestamptz not null default now(),
  constraint questionnaire_ends_once check (num_nonnulls(completed_at, declined_at, withdrawn_at) <= 1),
  constraint questionnaire_answered_in_a_week check ((completed_at is null) = (week_number is null)),
  constraint questionnaire_scored_once_answered check (score is null or completed_at is not null)
);
create index questionnaire_client_ix on questionnaire (client_id, created_at);
create index questionnaire_edition_ix on questionnaire (edition_id);
create index questionnaire_series_ix on questionnaire (series_id) where series_id is not null;
create index questionnaire_giver_ix on questionnaire (given_by);
create index questionnaire_withdrawer_ix on questionnaire (withdrawn_by) where withdrawn_by is not null;
create trigger questionnaire_version before update on questionnaire for each row
  when (old.answers is distinct from new.answers) execute function next_version();

-- What was answered is never changed: only its week may be counted anew.
create function keep_answered() returns trigger language plpgsql as $$
begin
  raise exception 'a questionnaire that was answered is not changed';
end
$$;
create trigger questionnaire_answered before update on questionnaire for each row
  when (old.completed_at is not null and (old.answers, old.score, old.completed_at, old.edition_id, old.client_id)
    is distinct from (new.answers, new.score, new.completed_at, new.edition_id, new.client_id))
  execute function keep_answered();

-- That an answer should not wait for the next session: it stands until somebody has said what was done. Nothing of the
-- answer is in it.
create table safety_mark (
  id uuid constraint safety_mark_pk primary key,
  client_id uuid not null constraint safety_mark_client_fk references client (id) on delete cascade,
  questionnaire_id uuid not null constraint safety_mark_questionnaire_key unique
    constraint safety_mark_questionnaire_fk references questionnaire (id) on delete cascade,
  told_user_id uuid constraint safety_mark_told_fk references "user" (id) on delete set null,
  raised_at timestamptz not null default now(),
  acknowledged_at timestamptz,
  acknowledged_by uuid constraint safety_mark_acknowledger_fk references "user" (id) on delete set null,
  note text,
  constraint safety_mark_acknowledged_with_a_note check ((acknowledged_at is null) = (note is null))
);
create index safety_mark_client_ix on safety_mark (client_id, raised_at);
create index safety_mark_open_ix on safety_mark (client_id) where acknowledged_at is null;
create index safety_mark_told_ix on safety_mark (told_user_id);
create index safety_mark_acknowledger_ix on safety_mark (acknowledged_by) where acknowledged_by is not null;

-- Which answers a score of the plan came from.
alter table burnout_assessment
  add questionnaire_id uuid constraint burnout_assessment_questionnaire_key unique
    constraint burnout_assessment_questionnaire_fk references questionnaire (id) on delete cascade;

call tell_plans('questionnaire', 'select it.client_id');
call tell_plans('safety_mark', 'select it.client_id');
