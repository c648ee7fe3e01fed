-- Undoes `count_rows` for a table, so that it can be counted by something else.
create procedure count_no_longer(counted_table regclass, counted_things text[]) language plpgsql as $$
begin
  execute format('drop trigger tally_added on %s', counted_table);
  execute format('drop trigger tally_removed on %s', counted_table);
  execute format('drop trigger tally_changed on %s', counted_table);
  delete from tally where things = any(counted_things);
end
$$;

-- Of messages only those that have not left are listed, and these are few: nobody reads how many there are of all.
call count_no_longer('message', array['message']);
