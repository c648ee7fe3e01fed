-- Where a coach meets clients: a video room for digital sessions, a place for physical ones. A session may have its own.
alter table coach add column join_address text, add column place text;
alter table session add column join_address text, add column place text;

drop trigger coach_version on coach;
create trigger coach_version before update on coach
  for each row when (old.experienced_since is distinct from new.experienced_since or old.status is distinct from
    new.status or old.country is distinct from new.country or old.city is distinct from new.city or old.bio is
    distinct from new.bio or old.join_address is distinct from new.join_address or old.place is distinct from
    new.place)
  execute function next_version();
