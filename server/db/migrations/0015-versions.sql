-- A form saves over what was read, not over what somebody else saved meanwhile: each row that has a form counts the
-- changes of what that form shows, whoever makes them. Commands (deactivate, rotate the link, archive) are no part of it:
-- they change what they name, whatever else the row says by then.
create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

alter table "user" add version integer not null default 1;
create trigger user_version before update on "user" for each row
  when ((old.first_name, old.last_name, old.email, old.roles, old.organization_id)
    is distinct from (new.first_name, new.last_name, new.email, new.roles, new.organization_id))
  execute function next_version();

alter table coach add version integer not null default 1;
create trigger coach_version before update on coach for each row
  when ((old.experienced_since, old.status, old.country, old.city, old.bio)
    is distinct from (new.experienced_since, new.status, new.country, new.city, new.bio))
  execute function next_version();

alter table organization add version integer not null default 1;
create trigger organization_version before update on organization for each row
  when ((old.name, old.description, old.country, old.city, old.eligible_headcount, old.monthly_price_per_employee,
      old.price_per_session, old.currency)
    is distinct from (new.name, new.description, new.country, new.city, new.eligible_headcount,
      new.monthly_price_per_employee, new.price_per_session, new.currency))
  execute function next_version();

-- Of a session the conversation is what is edited.
alter table session add version integer not null default 1;
create trigger session_version before update on session for each row
  when (old.transcribed_text_scripted is distinct from new.transcribed_text_scripted)
  execute function next_version();
