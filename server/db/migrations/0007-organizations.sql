-- Organizations and coaches by name and place; what waits; and who is counted in an organization's figures.

drop index organization_name_ix;
create index organization_shown_name_ix on organization (name collate "und-x-icu", id);
create index organization_place_ix on organization (country, city);
create index coach_place_ix on coach (country, city);

-- What is still to be done is little beside what was done.
create index session_open_ix on session (session_date, client_id) where completed_at is null and archived_at is null;
create index session_unscripted_ix on session (client_id)
  where transcribed_text_raw is not null and transcribed_text_scripted is null;
create index client_unassigned_ix on client (id) where coach_id is null;

-- A client counts in the figures of an organization only together with at least five others who came since the last
-- were counted: otherwise two readings, one before and one after somebody registered, would tell about that person.
alter table client add column counted_at timestamptz;
create index client_counted_ix on client (organization_id, id) where counted_at is not null;
create index client_uncounted_ix on client (organization_id) where counted_at is null and user_id is not null;

-- Whoever moves to another organization is new there.
create function forget_that_client_was_counted() returns trigger language plpgsql as $$
begin
  new.counted_at := null;
  return new;
end
$$;
create trigger client_moves before update of organization_id on client
  for each row when (old.organization_id is distinct from new.organization_id)
  execute function forget_that_client_was_counted();
