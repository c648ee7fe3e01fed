-- A session is moved from the date that somebody saw; what was said in it counts its own versions. A calendar that has the
-- session already knows a later date by this number.
alter table session add date_version integer not null default 1;
create function next_date_version() returns trigger language plpgsql as $$
begin
  new.date_version := old.date_version + 1;
  return new;
end $$;
create trigger session_date_version before update on session for each row
  when (old.session_date is distinct from new.session_date)
  execute function next_date_version();
