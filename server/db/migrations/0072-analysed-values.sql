-- What became of each step of an analysis, for whoever looks at the session: why it could not be done, and which execution
-- answered. A step that is asked for again is the same row.
alter table automatic_run drop constraint automatic_run_status_known;
alter table automatic_run add constraint automatic_run_status_known
  check (status in ('waiting', 'done', 'failed', 'outdated', 'cancelled', 'impossible'));
alter table automatic_run
  add sentence text,
  add execution_id uuid constraint automatic_run_execution_fk references execution (id) on delete set null,
  add asked_at timestamptz not null default now();
update automatic_run set asked_at = created_at;
create index automatic_run_execution_ix on automatic_run (execution_id) where execution_id is not null;

-- Who works on a step renews a lease all the time, which is nobody's news.
create function tell_automatic_run() returns trigger language plpgsql as $$
declare
  client_id uuid := (select session.client_id from session where session.id = new.session_id);
begin
  insert into plan_change (client_id) values (client_id);
  perform pg_notify('maylab_change', plan_topic(client_id));
  return null;
end
$$;
create trigger plan_added after insert on automatic_run for each row execute function tell_automatic_run();
create trigger plan_changed after update on automatic_run for each row
  when ((old.status, old.fence, old.asked_at) is distinct from (new.status, new.fence, new.asked_at))
  execute function tell_automatic_run();

-- What an analysis found in a session, with the words it came from and where they stand. What a machine said is never written
-- over by what a person decided, and nothing that a person decided by a later analysis.
create table analysed_value (
  id uuid constraint analysed_value_pk primary key,
  session_id uuid not null constraint analysed_value_session_fk references session (id) on delete cascade,
  template_type text not null constraint analysed_value_type_known
    check (template_type in ('metric_extraction', 'burnout_assessment')),
  key text not null,
  -- Above 1 where an answer names the same key again.
  occurrence integer not null default 1,
  -- Of the plan; without one it stays with the session alone.
  metric_definition_id uuid constraint analysed_value_definition_fk references metric_definition (id) on delete cascade,
  execution_id uuid constraint analysed_value_execution_fk references execution (id) on delete set null,
  conversation_version integer not null,
  machine_value double precision not null,
  quotes jsonb not null default '[]',
  -- Why it counts nowhere; nothing where the client's own words show it.
  fault text constraint analysed_value_fault_known check (fault in
    ('not-asked', 'twice', 'out-of-range', 'no-quote', 'not-found', 'not-clients', 'not-heard')),
  decision text constraint analysed_value_decision_known check (decision in ('confirmed', 'corrected', 'rejected')),
  corrected_value double precision,
  decided_by uuid constraint analysed_value_decider_fk references "user" (id) on delete set null,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint analysed_value_once unique (session_id, template_type, key, occurrence),
  constraint analysed_value_corrected check ((decision is not distinct from 'corrected') = (corrected_value is not null)),
  constraint analysed_value_decided check ((decision is null) = (decided_at is null))
);
create index analysed_value_definition_ix on analysed_value (metric_definition_id) where metric_definition_id is not null;
create index analysed_value_execution_ix on analysed_value (execution_id) where execution_id is not null;
create index analysed_value_decider_ix on analysed_value (decided_by) where decided_by is not null;
create trigger analysed_value_version before update on analysed_value for each row
  when ((old.machine_value, old.quotes, old.fault, old.decision, old.corrected_value)
    is distinct from (new.machine_value, new.quotes, new.fault, new.decision, new.corrected_value))
  execute function next_version();
call tell_plans('analysed_value', 'select session.client_id from session where session.id = it.session_id');

-- What of it counts stands in the plan like every other value.
alter table metric_value add analysed_value_id uuid
  constraint metric_value_analysed_fk references analysed_value (id) on delete cascade;
create unique index metric_value_analysed_key on metric_value (analysed_value_id) where analysed_value_id is not null;
alter table burnout_assessment add analysed_value_id uuid
  constraint burnout_assessment_analysed_fk references analysed_value (id) on delete cascade;
create unique index burnout_assessment_analysed_key on burnout_assessment (analysed_value_id)
  where analysed_value_id is not null;
