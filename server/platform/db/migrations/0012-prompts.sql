-- A prompt template of one type; at most one of each type is active. Holds the current text; all texts are in
-- template_version.
create table template (
  id uuid constraint template_pk primary key,
  name text not null,
  description text,
  -- diarization, metric_extraction, burnout_assessment or session_preparation.
  type text not null,
  system_prompt text not null,
  -- User prompt with {placeholders}.
  user_prompt_template text not null,
  -- Version label that the author enters.
  version text not null default '1',
  -- Used for runs of its type.
  is_active boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- template_version.number of the current text.
  version_number integer not null default 1,
  -- Raised by each change, for optimistic locking.
  row_version integer not null default 1,
  -- User who made the last change.
  changed_by uuid,
  constraint template_type_known check (type in ('diarization', 'metric_extraction', 'burnout_assessment',
    'session_preparation')),
  constraint template_changer_fk foreign key (changed_by) references "user"(id) on delete set null
);
-- At most one active template of each type.
create unique index template_active_key on template (type) where is_active;
create index template_changer_ix on template (changed_by) where (changed_by is not null);

-- An immutable text of a template; outlives the template while executions refer to it, then removed by retention.
create table template_version (
  id uuid constraint template_version_pk primary key default gen_random_uuid(),
  -- Null if the template was deleted.
  template_id uuid,
  -- Counts the texts of a template from 1.
  number integer not null,
  -- Version label that the author enters.
  version text not null,
  system_prompt text not null,
  user_prompt_template text not null,
  author_id uuid,
  created_at timestamptz not null default now(),
  -- When it first became the current text; null means saved but never used.
  used_at timestamptz,
  constraint template_version_number_key unique (template_id, number),
  constraint template_version_author_fk foreign key (author_id) references "user"(id) on delete set null,
  constraint template_version_template_fk foreign key (template_id) references template(id) on delete set null
);
create index template_version_author_ix on template_version (author_id) where (author_id is not null);
-- Finds texts of deleted templates for retention.
create index template_version_left_ix on template_version (created_at) where (template_id is null);

-- A fictional transcript with the expected answer, for checking prompt templates.
create table golden_transcript (
  id uuid constraint golden_transcript_pk primary key default gen_random_uuid(),
  name text not null,
  -- Template type that the transcript checks.
  type text not null,
  -- Raw transcript or conversation in the form that the template type expects.
  transcript text not null,
  -- Expected values: [{key, lowest, highest}].
  values jsonb not null default '[]'::jsonb,
  -- Texts that the answer must contain.
  quotes text[] not null default '{}'::text[],
  -- Texts that the answer must not contain.
  forbidden text[] not null default '{}'::text[],
  -- Raised by each change, for optimistic locking.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint golden_transcript_type_known check (type in ('diarization', 'metric_extraction', 'burnout_assessment',
    'session_preparation'))
);
create index golden_transcript_type_ix on golden_transcript (type, created_at, id);
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

-- A run of one template text, and of the active one for comparison, on all golden transcripts of its type.
create table template_check (
  id uuid constraint template_check_pk primary key,
  template_id uuid not null,
  -- Text that is checked.
  template_version_id uuid not null,
  -- Text that was active at the start; null means no comparison.
  against_version_id uuid,
  -- Template type, copied from the template.
  type text not null,
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  -- Earliest time of the next attempt.
  not_before timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- Null means still open.
  finished_at timestamptz,
  constraint template_check_against_fk foreign key (against_version_id) references template_version(id) on delete set
    null,
  constraint template_check_template_fk foreign key (template_id) references template(id) on delete cascade,
  constraint template_check_version_fk foreign key (template_version_id) references template_version(id) on delete
    cascade
);
create index template_check_against_ix on template_check (against_version_id);
create index template_check_open_ix on template_check (created_at, id) where (finished_at is null);
create index template_check_template_ix on template_check (template_id, created_at desc, id desc);
create index template_check_version_ix on template_check (template_version_id);

-- One golden transcript within a check, copied at its start, and the result for one of the two texts.
create table template_check_answer (
  id uuid constraint template_check_answer_pk primary key default gen_random_uuid(),
  check_id uuid not null,
  -- True for the text compared against, false for the text that is checked.
  is_against boolean not null,
  -- Order of the transcripts within the check.
  place integer not null,
  -- Name of the golden transcript.
  name text not null,
  transcript text not null,
  -- Expected values: [{key, lowest, highest}].
  values jsonb not null,
  -- Texts that the answer must contain.
  quotes text[] not null,
  -- Texts that the answer must not contain.
  forbidden text[] not null,
  -- passed, failed or unanswered (provider error); null means not run yet.
  outcome text,
  -- Unmet expectations, or why there is no answer.
  failures text[] not null default '{}'::text[],
  -- Response of the model; null if there was none.
  answer text,
  -- True if reused from an identical request of the last 24 hours.
  is_earlier boolean not null default false,
  provider text,
  model text,
  execution_time_ms integer not null default 0,
  -- Null if the provider does not report them.
  tokens_used integer,
  -- When the model was asked; null if not asked.
  asked_at timestamptz,
  constraint template_check_answer_outcome_known check (outcome in ('passed', 'failed', 'unanswered')),
  constraint template_check_answer_place_key unique (check_id, is_against, place),
  constraint template_check_answer_check_fk foreign key (check_id) references template_check(id) on delete cascade
);

-- Raises row_version, and numbers a changed text; an identical saved draft gets its number reused.
create function number_template_version() returns trigger language plpgsql as $$
begin
  new.row_version := old.row_version + 1;
  new.updated_at := now();
  if (new.version, new.system_prompt, new.user_prompt_template)
    is distinct from (old.version, old.system_prompt, old.user_prompt_template) then
    new.version_number := coalesce(
      (select max(number) from template_version
        where template_id = new.id and used_at is null
          and (version, system_prompt, user_prompt_template)
            = (new.version, new.system_prompt, new.user_prompt_template)),
      (select max(number) + 1 from template_version where template_id = new.id));
  end if;
  return new;
end
$$;

-- Saves the current text of a template in template_version and marks it as used.
create function save_template_version() returns trigger language plpgsql as $$
begin
  insert into template_version
    (template_id, number, version, system_prompt, user_prompt_template, author_id, used_at)
  values (new.id, new.version_number, new.version, new.system_prompt, new.user_prompt_template, new.changed_by, now())
  on conflict (template_id, number) do update set used_at = excluded.used_at;
  return null;
end
$$;

-- Makes template texts immutable; only references may become null, and used_at may be set once.
create function refuse_version_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.template_id is null then
      return old;
    end if;
    raise exception 'the text of a template goes after its template'
      using errcode = 'check_violation', constraint = 'template_version_immutable', table = 'template_version';
  end if;
  if new.template_id is distinct from old.template_id and new.template_id is not null
    or new.author_id is distinct from old.author_id and new.author_id is not null
    or new.used_at is distinct from old.used_at and old.used_at is not null
    or (new.number, new.version, new.system_prompt, new.user_prompt_template, new.created_at)
      is distinct from (old.number, old.version, old.system_prompt, old.user_prompt_template, old.created_at) then
    raise exception 'the text of a template version does not change'
      using errcode = 'check_violation', constraint = 'template_version_immutable', table = 'template_version';
  end if;
  return new;
end
$$;

-- Rejects a transaction that removes the active template of a type without a replacement.
create function require_active_template() returns trigger language plpgsql as $$
begin
  if not exists (select from template where type = old.type and is_active) then
    raise exception 'one template of the type % must be active', old.type
      using errcode = 'check_violation', constraint = 'template_one_active', table = 'template';
  end if;
  return null;
end
$$;

create trigger golden_transcript_version before update on golden_transcript
  for each row
  execute function next_version();

-- An active template may only be replaced, not removed; deferred so that a switch can use two statements.
create constraint trigger template_one_active after delete or update on template deferrable initially deferred
  for each row when (old.is_active)
  execute function require_active_template();
create trigger template_version_saved after insert on template
  for each row
  execute function save_template_version();
create trigger template_version_resaved after update on template
  for each row when (old.version_number is distinct from new.version_number)
  execute function save_template_version();
create trigger template_version_numbered before update of name, description, type, version, system_prompt,
  user_prompt_template, is_active on template
  for each row
  execute function number_template_version();

create trigger template_version_immutable before delete or update on template_version
  for each row
  execute function refuse_version_change();
