-- Who or what a value of a plan came from, and what it was before: nothing that somebody noted is lost.
alter table metric_definition
  add lowest double precision not null default 0,
  add highest double precision not null default 100,
  add constraint metric_definition_range check (lowest < highest);

-- Each change of any value has a number of its own, so that a value that was taken away and noted anew is another one.
create sequence metric_value_version as integer;
alter table metric_value
  add source text not null default 'transcription' constraint metric_value_source_known
    check (source in ('transcription', 'document_upload', 'manual', 'device')),
  add author_id uuid constraint metric_value_author_fk references "user" (id) on delete set null,
  add version integer not null default nextval('metric_value_version'),
  add changed_at timestamptz not null default now();
update metric_value set source = metric_definition.data_source, changed_at = metric_value.created_at
from metric_definition where metric_definition.id = metric_value.metric_definition_id;

-- What a value was, and with nothing in it that it was taken away; what it is stands in metric_value alone.
create table metric_value_past (
  id bigint generated always as identity constraint metric_value_past_pk primary key,
  client_id uuid not null constraint metric_value_past_client_fk references client (id) on delete cascade,
  metric_definition_id uuid not null constraint metric_value_past_definition_fk references metric_definition (id) on delete cascade,
  week_number integer not null,
  numeric_value double precision,
  source text not null,
  session_id uuid constraint metric_value_past_session_fk references session (id) on delete set null,
  author_id uuid constraint metric_value_past_author_fk references "user" (id) on delete set null,
  changed_at timestamptz not null
);
create index metric_value_past_ix on metric_value_past (client_id, metric_definition_id, week_number);
create index metric_value_past_session_ix on metric_value_past (session_id) where session_id is not null;

-- A person has one value for a metric and a week. Where there are several, the last one stands.
with doubled as (
  delete from metric_value as it
  using metric_value as later
  where it.source = 'manual' and later.source = 'manual' and it.client_id = later.client_id
    and it.metric_definition_id = later.metric_definition_id and it.week_number = later.week_number
    and (it.created_at, it.id) < (later.created_at, later.id)
  returning it.*
)
insert into metric_value_past
  (client_id, metric_definition_id, week_number, numeric_value, source, session_id, author_id, changed_at)
select distinct on (id) client_id, metric_definition_id, week_number, numeric_value, source, session_id, author_id, changed_at
from doubled order by id;
create unique index metric_value_by_hand_key on metric_value (client_id, metric_definition_id, week_number)
  where source = 'manual';

create function keep_metric_value() returns trigger language plpgsql as $$
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
create trigger metric_value_kept before update on metric_value for each row
  when ((old.numeric_value, old.source) is distinct from (new.numeric_value, new.source))
  execute function keep_metric_value();

-- A questionnaire stands before a person's entry, and that before a model's; all are kept.
alter table burnout_assessment
  add source text not null default 'person' constraint burnout_assessment_source_known
    check (source in ('questionnaire', 'person', 'model')),
  add reason text,
  add author_id uuid constraint burnout_assessment_author_fk references "user" (id) on delete set null,
  add weight smallint not null generated always as
    (case source when 'questionnaire' then 3 when 'person' then 2 else 1 end) stored;

create table burnout_assessment_past (
  id uuid constraint burnout_assessment_past_pk primary key,
  client_id uuid not null constraint burnout_assessment_past_client_fk references client (id) on delete cascade,
  week_number integer not null,
  risk_score double precision not null,
  source text not null,
  reason text,
  author_id uuid constraint burnout_assessment_past_author_fk references "user" (id) on delete set null,
  created_at timestamptz not null,
  removed_by uuid constraint burnout_assessment_past_remover_fk references "user" (id) on delete set null,
  removed_at timestamptz not null default now()
);
create index burnout_assessment_past_client_ix on burnout_assessment_past (client_id, week_number);

-- Who set the level of risk by hand, and when. The version counts the changes of what its form shows.
alter table client
  add risk_level_by uuid constraint client_risk_level_by_fk references "user" (id) on delete set null,
  add risk_level_at timestamptz,
  add risk_level_version integer not null default 1;
create function next_risk_level_version() returns trigger language plpgsql as $$
begin
  new.risk_level_version := old.risk_level_version + 1;
  return new;
end
$$;
create trigger client_risk_level_version before update on client for each row
  when ((old.risk_level_by_hand, old.risk_level_reason) is distinct from (new.risk_level_by_hand, new.risk_level_reason))
  execute function next_risk_level_version();
