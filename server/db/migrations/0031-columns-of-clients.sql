-- Every column of the list of clients is one that it can stand in the order of: what a client's assessments come to and
-- the name of the coach are kept with the client as well, beside what the sessions come to (decision 37).
alter table client
  add column burnout_score double precision,
  -- From the last but one assessment to the last.
  add column burnout_change double precision,
  add column coach_name text collate "und-x-icu",
  add column coach_since timestamptz;
-- The scores of a client that count, newest first: so many at most.
create function burnout_of(client uuid, most integer) returns double precision[]
  language sql stable parallel safe
  return array(
    select risk_score from burnout_assessment where client_id = client
    order by week_number desc, created_at desc, id desc limit most
  );

-- Brings these clients up to what their assessments say.
create function keep_burnout_of(clients uuid[]) returns void language plpgsql as $$
begin
  -- Held first: who assesses the client at this moment as well is waited for, and then seen.
  perform from client where id = any(clients) order by id for no key update;
  update client set burnout_score = kept.score, burnout_change = kept.change
  from (
    select of.id, scores[1] as score, (scores[1]::numeric - scores[2]::numeric)::double precision as change
    from unnest(clients) as of (id), burnout_of(of.id, 2) as scores
  ) as kept
  where client.id = kept.id and (burnout_score, burnout_change) is distinct from (kept.score, kept.change);
end
$$;
create function assessments_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform keep_burnout_of(array(select distinct client_id from added));
  elsif tg_op = 'DELETE' then
    perform keep_burnout_of(array(select distinct client_id from removed));
  else
    perform keep_burnout_of(array(select client_id from added union select client_id from removed));
  end if;
  return null;
end
$$;
create trigger assessments_added after insert on burnout_assessment referencing new table as added
  for each statement execute function assessments_changed();
create trigger assessments_removed after delete on burnout_assessment referencing old table as removed
  for each statement execute function assessments_changed();
create trigger assessments_changed after update on burnout_assessment referencing old table as removed new table as added
  for each statement execute function assessments_changed();
-- Those who are there already, all at once: the table is written anew with them, and each index made once.
-- Low, medium and high are 1, 2 and 3: the level set by hand, else the plan's own bands (contract/clients.ts, mostRisk).
set local maintenance_work_mem = '256MB';
drop index client_organization_ix;
create function pg_temp.name_of(followed_by uuid) returns text
  language sql stable return (select name from coach where id = followed_by);
create function pg_temp.change_of(scores double precision[]) returns double precision
  language sql immutable return (scores[1]::numeric - scores[2]::numeric)::double precision;
alter table client
  alter column burnout_score type double precision using (burnout_of(id, 1))[1],
  alter column burnout_change type double precision using pg_temp.change_of(burnout_of(id, 2)),
  alter column coach_name type text collate "und-x-icu" using pg_temp.name_of(coach_id),
  alter column coach_since type timestamptz using case when coach_id is not null then created_at end,
  add column risk integer generated always as (
    array_position(array['low', 'medium', 'high']::text[], coalesce(risk_level_by_hand, case
      when burnout_score <= 30 then 'low'
      when burnout_score <= 60 then 'medium'
      when burnout_score is not null then 'high'
    end))
  ) stored;
drop function pg_temp.name_of, pg_temp.change_of;

create function know_coach() returns trigger language plpgsql as $$
begin
  -- The coach is held, so that another name of theirs at this moment is waited for, and then seen.
  select name into new.coach_name from coach where id = new.coach_id for share;
  new.coach_since := case when new.coach_id is null then null when tg_op = 'INSERT' then new.created_at else clock_timestamp() end;
  return new;
end
$$;
create trigger client_gets_coach before insert on client for each row execute function know_coach();
create trigger client_changes_coach before update on client for each row
  when (old.coach_id is distinct from new.coach_id) execute function know_coach();
create function tell_of_coach() returns trigger language plpgsql as $$
begin
  update client set coach_name = new.name where coach_id = new.id;
  return null;
end
$$;
create trigger coach_is_known after update on coach for each row
  when (old.name is distinct from new.name) execute function tell_of_coach();

create index client_risk_ix on client (risk, id);
create index client_burnout_ix on client (burnout_score, id);
create index client_trend_ix on client (burnout_change, id);
create index client_coach_name_ix on client (coach_name, id);
create index client_organization_ix on client (organization_id, name, id);
create index client_unscheduled_ix on client (name, id) where next_session_at is null;

call count_no_longer('client', array['client', 'caseload', 'waiting', 'employee']);
call count_rows('client', $$values ('client', '')
  union all select 'caseload', it.coach_id::text where it.coach_id is not null
  union all select 'waiting', 'coach' where it.coach_id is null
  union all select 'waiting', 'session' where it.next_session_at is null
  union all select 'waiting', work from unnest(it.waits_for) as work
  union all select 'client-organization', it.organization_id::text where it.organization_id is not null
  union all select 'employee', it.organization_id::text where it.is_employee and it.organization_id is not null$$);
