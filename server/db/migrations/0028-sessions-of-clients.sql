-- What a client's sessions come to is kept with the client, so that a million are sorted, filtered and counted by it along
-- an index. It changes when a session or a recording does, and by itself when the time of the next session comes
-- (decision 34).

-- Whether somebody has to do this next with a session (product decisions, section 5).
create function session_waits(it session, work text) returns boolean
  language sql stable parallel safe
  return case work
    when 'recording' then it.session_date <= now() and it.completed_at is null and it.archived_at is null
      and not exists (select from recording where recording.session_id = it.id)
    when 'transcription' then it.transcribed_text_raw is null
      and exists (select from recording where recording.session_id = it.id)
    when 'conversation' then it.transcribed_text_raw is not null and it.transcribed_text_scripted is null
  end;

alter table client
  add column last_session_at timestamptz,
  add column next_session_at timestamptz,
  add column open_sessions integer not null default 0,
  add column waits_for text[] not null default '{}';

-- Brings these clients up to the present moment.
create function keep_sessions_of(clients uuid[]) returns void language plpgsql as $$
begin
  -- Held first: who changes another session of the client at this moment is waited for, and then seen.
  perform from client where id = any(clients) order by id for no key update;
  update client set last_session_at = kept.last, next_session_at = kept.next, open_sessions = kept.open, waits_for = kept.waits
  from (
    select of.id,
      max(session_date) filter (where session_date <= now()) as last,
      min(session_date) filter (where session_date > now()) as next,
      count(*) filter (where session_date <= now() and completed_at is null and archived_at is null) as open,
      array_remove(array[
        case when bool_or(session_waits(session, 'recording')) then 'recording' end,
        case when bool_or(session_waits(session, 'transcription')) then 'transcription' end,
        case when bool_or(session_waits(session, 'conversation')) then 'conversation' end], null) as waits
    from unnest(clients) as of (id) left join session on session.client_id = of.id
    group by of.id
  ) as kept
  where client.id = kept.id
    and (last_session_at, next_session_at, open_sessions, waits_for) is distinct from (kept.last, kept.next, kept.open, kept.waits);
end
$$;

create function sessions_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform keep_sessions_of(array(select distinct client_id from added));
  elsif tg_op = 'DELETE' then
    perform keep_sessions_of(array(select distinct client_id from removed));
  else
    -- The words that were said change often, and say nothing here.
    perform keep_sessions_of(array(
      select unnest(array[was.client_id, session.client_id]) from removed as was join added as session using (id)
      where (was.client_id, was.session_date, was.completed_at, was.archived_at, was.transcribed_text_raw is null, was.transcribed_text_scripted is null)
        is distinct from (session.client_id, session.session_date, session.completed_at, session.archived_at, session.transcribed_text_raw is null, session.transcribed_text_scripted is null)
      group by 1));
  end if;
  return null;
end
$$;
create trigger sessions_added after insert on session referencing new table as added
  for each statement execute function sessions_changed();
create trigger sessions_removed after delete on session referencing old table as removed
  for each statement execute function sessions_changed();
create trigger sessions_changed after update on session referencing old table as removed new table as added
  for each statement execute function sessions_changed();

create function recordings_changed() returns trigger language plpgsql as $$
begin
  perform keep_sessions_of(array(select distinct client_id from session where id in (select session_id from changed)));
  return null;
end
$$;
create trigger recordings_added after insert on recording referencing new table as changed
  for each statement execute function recordings_changed();
create trigger recordings_removed after delete on recording referencing old table as changed
  for each statement execute function recordings_changed();

-- Those who are there already, all at once: the table is written anew with them, and each index made once. Row by row it
-- took a quarter of an hour for a million.
set local maintenance_work_mem = '256MB';
create temporary table kept on commit drop as
  select client_id,
    max(session_date) filter (where session_date <= now()) as last,
    min(session_date) filter (where session_date > now()) as next,
    (count(*) filter (where session_date <= now() and completed_at is null and archived_at is null))::integer as open,
    array_remove(array[
      case when bool_or(session_waits(session, 'recording')) then 'recording' end,
      case when bool_or(session_waits(session, 'transcription')) then 'transcription' end,
      case when bool_or(session_waits(session, 'conversation')) then 'conversation' end], null) as waits
  from session group by client_id;
create unique index on kept (client_id);
analyze kept;
create function pg_temp.kept_of(client uuid) returns kept
  language sql stable return (select kept from kept where client_id = client);
alter table client
  alter column last_session_at type timestamptz using (pg_temp.kept_of(id)).last,
  alter column next_session_at type timestamptz using (pg_temp.kept_of(id)).next,
  alter column open_sessions type integer using coalesce((pg_temp.kept_of(id)).open, 0),
  alter column waits_for type text[] using coalesce((pg_temp.kept_of(id)).waits, '{}');
drop function pg_temp.kept_of;

create index client_last_session_ix on client (last_session_at, id);
-- The index of the order, and of those whose next session has begun meanwhile.
create index client_next_session_ix on client (next_session_at, id);
create index client_open_sessions_ix on client (open_sessions, id);
create index client_waits_recording_ix on client (name, id) where waits_for @> array['recording'];
create index client_waits_transcription_ix on client (name, id) where waits_for @> array['transcription'];
create index client_waits_conversation_ix on client (name, id) where waits_for @> array['conversation'];

call count_no_longer('client', array['client', 'caseload', 'employee']);
call count_rows('client', $$values ('client', '')
  union all select 'caseload', it.coach_id::text where it.coach_id is not null
  union all select 'waiting', 'coach' where it.coach_id is null
  union all select 'waiting', work from unnest(it.waits_for) as work
  union all select 'employee', it.organization_id::text where it.is_employee and it.organization_id is not null$$);

-- What waits is found by the client now.
drop index session_open_ix;
drop index session_untranscribed_ix;
drop index session_unscripted_ix;
