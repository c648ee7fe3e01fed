-- Conversations that nobody had, with what an answer about them must hold: values within a range, words that must be in
-- it, and words that must not.
create table golden_transcript (
  id uuid constraint golden_transcript_pk primary key default gen_random_uuid(),
  name text not null,
  type text not null constraint golden_transcript_type_known
    check (type in ('diarization', 'metric_extraction', 'burnout_assessment', 'session_preparation')),
  transcript text not null,
  "values" jsonb not null default '[]',
  quotes text[] not null default '{}',
  forbidden text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index golden_transcript_type_ix on golden_transcript (type, created_at, id);
create trigger golden_transcript_version before update on golden_transcript
  for each row execute function next_version();

-- A run of one text of a template on all of them, and of the text that was active then. It is no execution: no client is
-- in it. Whoever works on it holds it (docs/decisions/012).
create table template_check (
  id uuid constraint template_check_pk primary key,
  template_id uuid not null constraint template_check_template_fk references template (id) on delete cascade,
  template_version_id uuid not null
    constraint template_check_version_fk references template_version (id) on delete cascade,
  against_version_id uuid
    constraint template_check_against_fk references template_version (id) on delete set null,
  type text not null,
  fence integer not null default 0,
  held_until timestamptz,
  not_before timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index template_check_template_ix on template_check (template_id, created_at desc, id desc);
create index template_check_version_ix on template_check (template_version_id);
create index template_check_against_ix on template_check (against_version_id);
create index template_check_open_ix on template_check (created_at, id) where finished_at is null;

-- What is asked, as it was when the check began, and what came of it; no outcome: not asked yet.
create table template_check_answer (
  id uuid constraint template_check_answer_pk primary key default gen_random_uuid(),
  check_id uuid not null constraint template_check_answer_check_fk references template_check (id) on delete cascade,
  is_against boolean not null,
  place integer not null,
  name text not null,
  transcript text not null,
  "values" jsonb not null,
  quotes text[] not null,
  forbidden text[] not null,
  outcome text constraint template_check_answer_outcome_known
    check (outcome in ('passed', 'failed', 'unanswered')),
  failures text[] not null default '{}',
  answer text,
  is_earlier boolean not null default false,
  provider text,
  model text,
  execution_time_ms integer not null default 0,
  tokens_used integer,
  asked_at timestamptz,
  constraint template_check_answer_place_key unique (check_id, is_against, place)
);

-- Three to begin with. Nobody in them is real.
insert into golden_transcript (name, type, transcript, "values", quotes, forbidden, created_at) values
  ('A first week back at work', 'diarization',
   '[00:00:00] Speaker 1: welcome back how was the first week at work
[00:00:06] Speaker 2: it went better than i had feared i left at five on three days
[00:00:14] Speaker 1: what made that possible
[00:00:17] Speaker 2: i told my team lead that i would and she wrote it into the calendar
[00:00:25] Speaker 1: what would you like to keep for next week
[00:00:29] Speaker 2: the walk at noon i want to keep that one',
   '[]',
   array['it went better than I had feared', 'I left at five on three days', 'the walk at noon'],
   array['depression', 'diagnosis', 'burnout'], now()),
  ('Two numbers and one wish', 'metric_extraction',
   '[00:00:00] Speaker 1: On a scale from zero to ten, how high was your stress this week?
[00:00:07] Speaker 2: This week it was a seven.
[00:00:11] Speaker 1: And your energy, also from zero to ten?
[00:00:15] Speaker 2: My energy was a four. I would like it to be an eight one day.
[00:00:23] Speaker 1: What would help with that?
[00:00:26] Speaker 2: Going to bed before eleven.',
   '[{"key": "stress_level", "lowest": 69, "highest": 71}, {"key": "energy", "lowest": 39, "highest": 41}]',
   array['This week it was a seven', 'My energy was a four'],
   array['diagnosis'], now() + interval '1 millisecond'),
  ('Tired, and well supported', 'burnout_assessment',
   '[00:00:00] Speaker 1: How have you been since we last spoke?
[00:00:04] Speaker 2: I wake up tired on most days, and work feels far away.
[00:00:11] Speaker 1: Is there something that gives you strength?
[00:00:15] Speaker 2: My sister calls every evening, and that helps a lot.
[00:00:22] Speaker 1: And your evenings?
[00:00:25] Speaker 2: I answer mails until ten. I know that I should not.',
   '[{"key": "riskScore", "lowest": 30, "highest": 80}]',
   array['I wake up tired on most days', 'My sister calls every evening'],
   array['depression', 'diagnosis'], now() + interval '2 milliseconds');
