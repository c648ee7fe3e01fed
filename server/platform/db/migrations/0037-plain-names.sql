alter table analysed_value rename to analysis_value;
alter table metric_value rename column analysed_value_id to analysis_value_id;
alter table burnout_assessment rename column analysed_value_id to analysis_value_id;

-- Previous values, written by trigger; the current ones are in the tables without _history.
alter table metric_value_past rename to metric_value_history;
alter table burnout_assessment_past rename to burnout_assessment_history;

-- Pending session work: recording, transcription, conversation. Maintained by trigger.
alter table client rename column waits_for to waiting_for;
-- Earliest future session already completed or archived; recompute when it passes.
alter table client rename column settled_ahead_at to next_closed_session_at;

-- Always true: restricts the table to one row.
alter table model_price_table rename column is_the_one to is_single_row;
-- Values of the placeholders by name, for services with their own templates.
alter table message rename column given to placeholder_values;
-- Last processed record as kind:id; empty at the start.
alter table crm_sync rename column reached to cursor;
-- Order of the transcripts within the check.
alter table template_check_answer rename column place to position;

-- Constraints, indexes and triggers are named after their table and columns.
do $$
declare
  plain constant text[][] := array[['analysed_value', 'analysis_value'], ['_analysed_', '_analysis_value_'],
    ['metric_value_past', 'metric_value_history'], ['burnout_assessment_past', 'burnout_assessment_history'],
    ['_answer_place_', '_answer_position_'], ['client_waits_', 'client_waiting_for_'], ['client_settled_ahead_', 'client_next_closed_session_']];
  pair text[];
  it record;
begin
  foreach pair slice 1 in array plain loop
    for it in select conrelid::regclass as relation, conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and strpos(conname, pair[1]) > 0
    loop
      execute format('alter table %s rename constraint %I to %I', it.relation, it.name, replace(it.name, pair[1], pair[2]));
    end loop;
    for it in select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('i', 'S') and strpos(relname, pair[1]) > 0
    loop
      execute format('alter table %I rename to %I', it.name, replace(it.name, pair[1], pair[2]));
    end loop;
    for it in select tgrelid::regclass as relation, tgname as name from pg_trigger
      where not tgisinternal and strpos(tgname, pair[1]) > 0
    loop
      execute format('alter trigger %I on %s rename to %I', it.name, it.relation, replace(it.name, pair[1], pair[2]));
    end loop;
  end loop;
end
$$;

-- Copies the previous value to metric_value_history and gives the change a new version.
create or replace function archive_metric_value() returns trigger language plpgsql as $$
begin
  insert into metric_value_history
    (client_id, metric_definition_id, week_number, numeric_value, source, session_id, author_id, changed_at)
  values (old.client_id, old.metric_definition_id, old.week_number, old.numeric_value, old.source, old.session_id,
    old.author_id, old.changed_at);
  new.version := nextval('metric_value_version');
  new.changed_at := now();
  return new;
end
$$;

-- Recomputes the session summary columns of these clients; locks them first, so that concurrent changes are seen.
create or replace function update_session_summaries(clients uuid[]) returns void language plpgsql as $$
begin
  perform from client where id = any(clients) order by id for no key update;
  update client
  set last_session_at = found.last, next_session_at = found.next, next_closed_session_at = found.closed,
    open_sessions = found.open, waiting_for = found.waiting_for
  from (
    select of.id, dates.*, work.*
    from unnest(clients) as of (id)
    cross join lateral (
      select
        max(session_date) filter (where session_date <= now()) as last,
        min(session_date) filter (where session_date > now() and completed_at is null and archived_at is null) as next,
        min(session_date) filter (where session_date > now() and (completed_at is not null or archived_at is not null)) as closed,
        count(*) filter (where session_date <= now() and completed_at is null and archived_at is null) as open
      from session where client_id = of.id
    ) as dates
    cross join lateral (
      select array_remove(array[
        case when bool_or(recording) then 'recording' end,
        case when bool_or(transcription) then 'transcription' end,
        case when bool_or(conversation) then 'conversation' end], null) as waiting_for
      from waiting_session where client_id = of.id
    ) as work
  ) as found
  where client.id = found.id
    and (last_session_at, next_session_at, next_closed_session_at, open_sessions, client.waiting_for)
      is distinct from (found.last, found.next, found.closed, found.open, found.waiting_for);
end
$$;

update audit_entry set table_name = 'analysis_value' where table_name = 'analysed_value';
create or replace function session_of_row(table_name text, row_id uuid) returns uuid stable language sql as $$
  select case table_name
    when 'session' then row_id
    when 'recording' then (select session_id from recording where id = row_id)
    when 'transcription' then (select session_id from transcription where id = row_id)
    when 'execution' then (select session_id from execution where id = row_id)
    when 'analysis_value' then (select session_id from analysis_value where id = row_id)
  end
$$;
drop trigger audit_entry_session on audit_entry;
create trigger audit_entry_session before insert on audit_entry
  for each row
  when (new.table_name in ('session', 'recording', 'transcription', 'execution', 'analysis_value'))
  execute function name_session();
