-- Whether somebody has to do this next with a session (product decisions, section 5): over plain columns, so that of a
-- session nothing else is read. As a function of the row it fetched each transcript that it only asked for being there.
create view waiting_session as
  select session.id as session_id, session.client_id,
    session.session_date <= now() and session.completed_at is null and session.archived_at is null
      and recording.id is null as recording,
    session.transcribed_text_raw is null and recording.id is not null as transcription,
    session.transcribed_text_raw is not null and session.transcribed_text_scripted is null as conversation
  from session left join recording on recording.session_id = session.id;

-- The next session is one that is still to be held. One to come that was archived or completed before is the last one
-- when its time comes, so that is a moment to look at the client again, too.
alter table client add column settled_ahead_at timestamptz;
create index client_settled_ahead_ix on client (settled_ahead_at) where settled_ahead_at is not null;

-- Brings these clients up to the present moment.
create or replace function keep_sessions_of(clients uuid[]) returns void language plpgsql as $$
begin
  -- Held first: who changes another session of the client at this moment is waited for, and then seen.
  perform from client where id = any(clients) order by id for no key update;
  update client
  set last_session_at = kept.last, next_session_at = kept.next, settled_ahead_at = kept.settled, open_sessions = kept.open,
    waits_for = kept.waits
  from (
    select of.id, dates.*, work.*
    from unnest(clients) as of (id)
    cross join lateral (
      select
        max(session_date) filter (where session_date <= now()) as last,
        min(session_date) filter (where session_date > now() and completed_at is null and archived_at is null) as next,
        min(session_date) filter (where session_date > now() and (completed_at is not null or archived_at is not null)) as settled,
        count(*) filter (where session_date <= now() and completed_at is null and archived_at is null) as open
      from session where client_id = of.id
    ) as dates
    cross join lateral (
      select array_remove(array[
        case when bool_or(recording) then 'recording' end,
        case when bool_or(transcription) then 'transcription' end,
        case when bool_or(conversation) then 'conversation' end], null) as waits
      from waiting_session where client_id = of.id
    ) as work
  ) as kept
  where client.id = kept.id
    and (last_session_at, next_session_at, client.settled_ahead_at, open_sessions, waits_for)
      is distinct from (kept.last, kept.next, kept.settled, kept.open, kept.waits);
end
$$;
drop function session_waits;

select keep_sessions_of(array(
  select distinct client_id from session
  where session_date > now() and (completed_at is not null or archived_at is not null)));
