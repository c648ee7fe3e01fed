-- The executions of each hour, by type and outcome: a million of them are counted, drawn and paged through without being
-- read. Hours are those of UTC; slow is what took longer than 1500 ms, very slow longer than 3000 (contract/executions.ts).
create table execution_hour (
  hour timestamptz not null,
  template_type text not null,
  is_success boolean not null,
  executions bigint not null,
  total_ms bigint not null,
  slow bigint not null,
  very_slow bigint not null,
  constraint execution_hour_pk primary key (hour, template_type, is_success)
);

create function hour_of(at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return date_bin('1 hour', at, '2000-01-01 00:00Z');

-- In the order of the key, so that no two writers wait for each other.
create function count_execution_hours() returns trigger language plpgsql as $$
begin
  insert into execution_hour as kept
  select hour_of(executed_at), template_type, is_success, count(*), sum(execution_time_ms),
    count(*) filter (where execution_time_ms > 1500), count(*) filter (where execution_time_ms > 3000)
  from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (hour, template_type, is_success) do update set
    executions = kept.executions + excluded.executions, total_ms = kept.total_ms + excluded.total_ms,
    slow = kept.slow + excluded.slow, very_slow = kept.very_slow + excluded.very_slow;
  return null;
end
$$;
create trigger execution_is_counted after insert on execution referencing new table as added
  for each statement execute function count_execution_hours();

create function discount_execution_hours() returns trigger language plpgsql as $$
begin
  update execution_hour as kept set
    executions = kept.executions - gone.executions, total_ms = kept.total_ms - gone.total_ms,
    slow = kept.slow - gone.slow, very_slow = kept.very_slow - gone.very_slow
  from (
    select hour_of(executed_at) as hour, template_type, is_success, count(*) as executions, sum(execution_time_ms) as total_ms,
      count(*) filter (where execution_time_ms > 1500) as slow, count(*) filter (where execution_time_ms > 3000) as very_slow
    from removed group by 1, 2, 3
  ) as gone
  where (kept.hour, kept.template_type, kept.is_success) = (gone.hour, gone.template_type, gone.is_success);
  delete from execution_hour where executions = 0 and hour in (select hour_of(executed_at) from removed);
  return null;
end
$$;
create trigger execution_is_discounted after delete on execution referencing old table as removed
  for each statement execute function discount_execution_hours();

-- What is counted does not change.
create function refuse_another_outcome() returns trigger language plpgsql as $$
begin
  raise exception 'when an execution was, of what type, how long it took and how it ended does not change'
    using errcode = 'check_violation', constraint = 'execution_is_kept', table = 'execution';
end
$$;
create trigger execution_is_kept before update on execution for each row
  when ((old.executed_at, old.template_type, old.is_success, old.execution_time_ms)
    is distinct from (new.executed_at, new.template_type, new.is_success, new.execution_time_ms))
  execute function refuse_another_outcome();

insert into execution_hour
select hour_of(executed_at), template_type, is_success, count(*), sum(execution_time_ms),
  count(*) filter (where execution_time_ms > 1500), count(*) filter (where execution_time_ms > 3000)
from execution group by 1, 2, 3;

-- A page of each filter, newest first; the rows of one session are few.
create index execution_type_ix on execution (template_type, executed_at desc, id desc);
create index execution_success_ix on execution (is_success, executed_at desc, id desc);
create index execution_type_success_ix on execution (template_type, is_success, executed_at desc, id desc);

-- What models cost, for a million tokens. The table is saved as a whole, and has one version.
create table model_price (
  model text constraint model_price_pk primary key,
  input_price numeric not null constraint model_price_input_range check (input_price >= 0),
  output_price numeric not null constraint model_price_output_range check (output_price >= 0),
  currency text not null
);
create table model_price_table (
  is_the_one boolean constraint model_price_table_pk primary key default true constraint model_price_table_one check (is_the_one),
  version integer not null default 1
);
insert into model_price_table default values;
