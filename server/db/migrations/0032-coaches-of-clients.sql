-- Who was the coach of a client, and when. The database notes it itself, so that no way to another coach forgets it.
create table client_coach (
  id uuid constraint client_coach_pk primary key default gen_random_uuid(),
  client_id uuid not null constraint client_coach_client_fk references client (id) on delete cascade,
  coach_id uuid not null constraint client_coach_coach_fk references coach (id),
  since timestamptz not null,
  until timestamptz
);
insert into client_coach (client_id, coach_id, since) select id, coach_id, coach_since from client where coach_id is not null;
create index client_coach_client_ix on client_coach (client_id, since desc, id desc);
create index client_coach_coach_ix on client_coach (coach_id);
create unique index client_coach_present_key on client_coach (client_id) where until is null;

create function note_coaches() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into client_coach (client_id, coach_id, since) select id, coach_id, coach_since from added where coach_id is not null;
    return null;
  end if;
  update client_coach set until = coalesce(added.coach_since, clock_timestamp())
  from added join removed using (id)
  where client_coach.client_id = added.id and until is null and added.coach_id is distinct from removed.coach_id;
  insert into client_coach (client_id, coach_id, since)
  select added.id, added.coach_id, added.coach_since from added join removed using (id)
  where added.coach_id is not null and added.coach_id is distinct from removed.coach_id;
  return null;
end
$$;
create trigger coaches_added after insert on client referencing new table as added
  for each statement execute function note_coaches();
create trigger coaches_changed after update on client referencing old table as removed new table as added
  for each statement execute function note_coaches();
