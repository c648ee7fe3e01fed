-- What found values: a text of a template with who answered, or the built-in rules, which no text tells what to do. It says
-- nothing of anybody, and outlives templates and executions, so that figures know a version for as long as its values stay.
create table analysis_source (
  id integer generated always as identity constraint analysis_source_pk primary key,
  template_type text not null,
  -- As they were; neither has to be there any more.
  template uuid,
  text uuid,
  name text,
  text_number integer,
  provider text,
  model text,
  constraint analysis_source_once unique nulls not distinct (template_type, text, name, provider, model)
);

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
  into it.provider, it.model, it.template, it.text, it.name, it.text_number
  from execution left join template_version as text on text.id = execution.template_version_id
  where execution.id = execution_id;
  for tries in 1..2 loop
    select id into it.id from analysis_source
    where template_type = it.template_type and text is not distinct from it.text and name is not distinct from it.name
      and provider is not distinct from it.provider and model is not distinct from it.model;
    exit when it.id is not null;
    insert into analysis_source (template_type, template, text, name, text_number, provider, model)
    values (it.template_type, it.template, it.text, it.name, it.text_number, it.provider, it.model)
    on conflict do nothing;
  end loop;
  return it.id;
end
$$;

-- Beside each value: what found it, in which month of UTC, and a mark that tells clients apart for whoever counts them. What a
-- model made up by itself has no name here: its words are nobody's metric.
alter table analysed_value
  add column source_id integer constraint analysed_value_source_fk references analysis_source (id),
  add column found_month date,
  add column client_mark bigint,
  add column asked_key text generated always as (case when fault = 'not-asked' then '' else key end) stored;

update analysed_value as value set
  source_id = analysis_source_of(value.template_type, value.execution_id),
  found_month = date_trunc('month', coalesce(
    (select executed_at from execution where execution.id = value.execution_id), value.created_at) at time zone 'UTC'),
  client_mark = hashtextextended((select client_id::text from session where session.id = value.session_id), 0);

-- Not `not null`: whoever adds a row leaves it to the trigger.
alter table analysed_value
  add constraint analysed_value_counted check (num_nulls(source_id, found_month, client_mark) = 0);

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
create trigger analysed_value_has_source before insert or update of execution_id on analysed_value for each row
  execute function note_analysis_source();

-- Each counts once: why it counts nowhere, else what was decided last, else that it waits.
call count_rows('analysed_value', $$values ('analysed-value', jsonb_build_array(
  it.source_id, it.found_month, it.asked_key, coalesce(it.fault, it.decision, 'waiting'))::text)$$);

-- Different clients are looked for along the first one, only until there are enough; the second one holds all of a correction.
create index analysed_value_clients_ix on analysed_value (source_id, asked_key, client_mark) include (found_month);
create index analysed_value_corrected_ix on analysed_value (source_id, asked_key)
  include (found_month, client_mark, machine_value, corrected_value, metric_definition_id)
  where decision = 'corrected' and fault is null;
