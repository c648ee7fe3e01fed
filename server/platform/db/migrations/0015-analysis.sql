-- A client who refuses analysis of their conversations; no row means allowed.
create table analysis_refusal (
  client_id uuid constraint analysis_refusal_pk primary key,
  -- User who recorded the refusal.
  refused_by uuid,
  refused_at timestamptz not null default now(),
  constraint analysis_refusal_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint analysis_refusal_user_fk foreign key (refused_by) references "user"(id) on delete set null
);
create index analysis_refusal_user_ix on analysis_refusal (refused_by) where (refused_by is not null);

-- A template text with provider and model, or the built-in rules, that produced analysed values. Outlives templates
-- and executions, so that quality figures remain attributable.
create table analysis_source (
  id integer generated always as identity constraint analysis_source_pk primary key,
  template_type text not null,
  -- Template id; not a foreign key, may be deleted. Null for the built-in rules.
  template uuid,
  -- template_version id; not a foreign key, may be deleted. Null for the built-in rules.
  text uuid,
  -- Name of the template at the time; null for the built-in rules.
  name text,
  -- Number of the template text; null for the built-in rules.
  version_number integer,
  -- built_in means rules without a language model; null if unknown.
  provider text,
  -- Null if there was no model or it was not reported.
  model text,
  constraint analysis_source_once unique nulls not distinct (template_type, text, name, provider, model)
);

-- A value that the analysis found in a session, with its quotes; the machine's value and the reviewer's decision
-- are separate and never overwrite each other.
create table analysed_value (
  id uuid constraint analysed_value_pk primary key,
  session_id uuid not null,
  -- metric_extraction or burnout_assessment.
  template_type text not null,
  -- Metric key as in the answer, or riskScore.
  key text not null,
  -- Above 1 if the answer names the same key again.
  occurrence integer not null default 1,
  -- Plan metric; null if the value has no column in the plan.
  metric_definition_id uuid,
  -- Null once the execution is removed.
  execution_id uuid,
  -- session.version of the text in which it was found.
  conversation_version integer not null,
  -- Value as the machine read it.
  machine_value double precision not null,
  -- Supporting quotes as JSON: text, reason, whether it is protective.
  quotes jsonb not null default '[]'::jsonb,
  -- Why the value does not count, such as out-of-range; null means it counts.
  fault text,
  -- Reviewer's decision: confirmed, corrected or rejected; null means not reviewed.
  decision text,
  -- Set if and only if the decision is corrected.
  corrected_value double precision,
  decided_by uuid,
  -- Null means not reviewed.
  decided_at timestamptz,
  -- Raised by each change of value, quotes, fault or decision, for optimistic locking.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Text and model that found it; set by trigger, never null.
  source_id integer,
  -- First day of the month (UTC) in which it was found; set by trigger, never null.
  found_month date,
  -- Hash of the client id, to count distinct clients; set by trigger, never null.
  client_mark bigint,
  -- key, or '' if the metric was not asked for, so that statistics show no invented keys.
  asked_key text generated always as (case when (fault = 'not-asked') then '' else key end) stored,
  -- True if no number in the client's words supports the value directly.
  is_inferred boolean not null default false,
  constraint analysed_value_corrected check ((not (decision is distinct from 'corrected')) = (corrected_value is not
    null)),
  constraint analysed_value_counted check (num_nulls(source_id, found_month, client_mark) = 0),
  constraint analysed_value_decided check ((decision is null) = (decided_at is null)),
  constraint analysed_value_decision_known check (decision in ('confirmed', 'corrected', 'rejected')),
  constraint analysed_value_fault_known check (fault in ('not-asked', 'twice', 'out-of-range', 'no-quote', 'not-found',
    'too-short', 'not-clients', 'not-heard', 'changed', 'contradicted', 'instruction', 'no-reason')),
  constraint analysed_value_once unique (session_id, template_type, key, occurrence),
  constraint analysed_value_type_known check (template_type in ('metric_extraction', 'burnout_assessment')),
  constraint analysed_value_decider_fk foreign key (decided_by) references "user"(id) on delete set null,
  constraint analysed_value_definition_fk foreign key (metric_definition_id) references metric_definition(id) on delete
    cascade,
  constraint analysed_value_execution_fk foreign key (execution_id) references execution(id) on delete set null,
  constraint analysed_value_session_fk foreign key (session_id) references session(id) on delete cascade,
  constraint analysed_value_source_fk foreign key (source_id) references analysis_source(id)
);
-- Covers the statistics of quality.
create index analysed_value_source_ix on analysed_value (source_id, asked_key) include (found_month, client_mark, fault,
  decision);
-- Covers the statistics of corrections.
create index analysed_value_corrected_ix on analysed_value (source_id, asked_key) include (found_month, client_mark,
  machine_value, corrected_value, metric_definition_id) where ((decision = 'corrected') and (fault is null));
create index analysed_value_decider_ix on analysed_value (decided_by) where (decided_by is not null);
create index analysed_value_definition_ix on analysed_value (metric_definition_id) where (metric_definition_id is not
  null);
create index analysed_value_execution_ix on analysed_value (execution_id) where (execution_id is not null);

-- One analysis step (template type) on one saved version of a conversation; queued on save or on request.
create table automatic_run (
  id uuid constraint automatic_run_pk primary key,
  session_id uuid not null,
  template_type text not null,
  -- session.version of the text to analyse.
  conversation_version integer not null,
  -- waiting, done, failed, outdated (text changed), cancelled (refused) or impossible.
  status text not null default 'waiting',
  -- Attempts so far.
  attempts integer not null default 0,
  -- Earliest time of the next attempt.
  next_try_at timestamptz not null default now(),
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  -- User who saved the conversation or requested the step.
  requested_by uuid,
  -- Administrator behind the request while impersonating; null without.
  original_user_id uuid,
  -- IP address of the request, for the audit log.
  address text,
  created_at timestamptz not null default now(),
  -- Why it failed or is impossible, for display; null otherwise.
  sentence text,
  -- Execution that answered; null if none.
  execution_id uuid,
  -- When the step was last requested; a repeated request reuses the row.
  asked_at timestamptz not null default now(),
  constraint automatic_run_once unique (session_id, template_type, conversation_version),
  constraint automatic_run_status_known check (status in ('waiting', 'done', 'failed', 'outdated', 'cancelled',
    'impossible')),
  constraint automatic_run_execution_fk foreign key (execution_id) references execution(id) on delete set null,
  constraint automatic_run_original_user_fk foreign key (original_user_id) references "user"(id) on delete set null,
  constraint automatic_run_requester_fk foreign key (requested_by) references "user"(id) on delete set null,
  constraint automatic_run_session_fk foreign key (session_id) references session(id) on delete cascade
);
create index automatic_run_execution_ix on automatic_run (execution_id) where (execution_id is not null);
create index automatic_run_original_user_ix on automatic_run (original_user_id) where (original_user_id is not null);
create index automatic_run_requester_ix on automatic_run (requested_by) where (requested_by is not null);
create index automatic_run_waiting_ix on automatic_run (next_try_at) where (status = 'waiting');

-- Finds or creates the analysis_source of an execution.
create function analysis_source_of(ran_type text, execution_id uuid) returns integer language plpgsql as $$
declare
  it analysis_source;
begin
  it.template_type := ran_type;
  select execution.provider, execution.model,
    case when execution.provider is distinct from 'built_in' then execution.template_id end,
    case when execution.provider is distinct from 'built_in' then text.id end,
    case when execution.provider is distinct from 'built_in' then execution.template_name end,
    case when execution.provider is distinct from 'built_in' then text.number end
  into it.provider, it.model, it.template, it.text, it.name, it.version_number
  from execution left join template_version as text on text.id = execution.template_version_id
  where execution.id = execution_id;
  for tries in 1..2 loop
    select id into it.id from analysis_source
    where template_type = it.template_type and text is not distinct from it.text and name is not distinct from it.name
      and provider is not distinct from it.provider and model is not distinct from it.model;
    exit when it.id is not null;
    insert into analysis_source (template_type, template, text, name, version_number, provider, model)
    values (it.template_type, it.template, it.text, it.name, it.version_number, it.provider, it.model)
    on conflict do nothing;
  end loop;
  return it.id;
end
$$;

-- Sets source, month and client hash of an analysed value; a removed execution changes nothing.
create function note_analysis_source() returns trigger language plpgsql as $$
begin
  -- An execution that goes with its time takes nothing along.
  if tg_op = 'UPDATE' and new.execution_id is null then
    return new;
  end if;
  new.source_id := analysis_source_of(new.template_type, new.execution_id);
  new.found_month := date_trunc('month', coalesce(
    (select executed_at from execution where execution.id = new.execution_id), now()) at time zone 'UTC');
  new.client_mark := hashtextextended((select client_id::text from session where session.id = new.session_id), 0);
  return new;
end
$$;

-- Announces new states of analysis steps and briefs to viewers of the plan.
create function notify_plan_of_session() returns trigger language plpgsql as $$
declare
  client_id uuid := (select session.client_id from session where session.id = new.session_id);
begin
  insert into plan_change (client_id) values (client_id);
  perform pg_notify('maylab_change', plan_topic(client_id));
  return null;
end
$$;

call notify_plans('analysed_value', $$select session.client_id from session where session.id = it.session_id$$);
create trigger analysed_value_has_source before insert or update of execution_id on analysed_value
  for each row
  execute function note_analysis_source();
create trigger analysed_value_version before update on analysed_value
  for each row when (old.machine_value is distinct from new.machine_value or old.quotes is distinct from new.quotes or
    old.fault is distinct from new.fault or old.is_inferred is distinct from new.is_inferred or old.decision is
    distinct from new.decision or old.corrected_value is distinct from new.corrected_value)
  execute function next_version();

call notify_plans('analysis_refusal', $$select it.client_id$$);

create trigger plan_added after insert on automatic_run
  for each row
  execute function notify_plan_of_session();
create trigger plan_changed after update on automatic_run
  for each row when (old.status is distinct from new.status or old.fence is distinct from new.fence or old.asked_at is
    distinct from new.asked_at)
  execute function notify_plan_of_session();
