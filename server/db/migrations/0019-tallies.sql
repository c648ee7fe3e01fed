-- How many there are, without reading them all: each statement that adds, removes or changes rows notes by how much a
-- number grew. Notes are only ever added, so that nobody waits for anybody and a rollback takes its own along; a number is
-- the sum of its notes.
create table tally (
  things text not null,
  -- Whose things: an organization's employees. '' where they are nobody's in particular.
  of text not null default '',
  number bigint not null
);
create index tally_ix on tally (things, of) include (number);

-- Puts notes together. What another transaction is putting together at this moment is left to it.
create function fold_tally(folded_things text, folded_of text) returns void language sql as $$
  with gone as (
    delete from tally where ctid = any(array(
      select ctid from tally where things = folded_things and of = folded_of for update skip locked
    ))
    returning number
  )
  insert into tally (things, of, number)
  select folded_things, folded_of, sum(number) from gone having sum(number) <> 0
$$;

-- The trigger's argument is a query over `it`, a row: under which things, and whose, the row counts.
create function keep_tally() returns trigger language plpgsql as $$
declare
  added text := format('select counted.*, 1 as number from added as it cross join lateral (%s) as counted (things, of)', tg_argv[0]);
  removed text := format('select counted.*, -1 as number from removed as it cross join lateral (%s) as counted (things, of)', tg_argv[0]);
  note record;
begin
  for note in execute format(
    'insert into tally (things, of, number)
      select things, of, sum(number) from (%s) as change group by things, of having sum(number) <> 0
      returning things, of',
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end)
  loop
    -- Now and then, so that a sum stays one of a few dozen notes.
    if random() < 0.02 then perform fold_tally(note.things, note.of); end if;
  end loop;
  return null;
end
$$;

-- From here on the rows of a table are counted by such a query, those that it has already too.
create procedure count_rows(counted_table regclass, counted text) language plpgsql as $$
begin
  execute format('create trigger tally_added after insert on %s referencing new table as added
    for each statement execute function keep_tally(%L)', counted_table, counted);
  execute format('create trigger tally_removed after delete on %s referencing old table as removed
    for each statement execute function keep_tally(%L)', counted_table, counted);
  execute format('create trigger tally_changed after update on %s referencing old table as removed new table as added
    for each statement execute function keep_tally(%L)', counted_table, counted);
  execute format('insert into tally (things, of, number)
    select counted.things, counted.of, count(*) from %s as it cross join lateral (%s) as counted (things, of)
    group by 1, 2', counted_table, counted);
end
$$;

-- An employee is a client with an active account that still has the role. Kept with the client, from the user.
alter table client add column is_employee boolean not null default false;
