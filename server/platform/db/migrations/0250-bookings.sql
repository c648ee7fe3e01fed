create extension if not exists btree_gist with schema public;

alter table session
  -- The coach and how long their time is taken, with the gap after the session, where a client took it; null: staff planned
  -- it, who may overlap other sessions.
  add column blocked_coach_id uuid,
  add column blocked_until timestamptz,
  -- How often the client moved it.
  add column moves_by_client integer not null default 0,
  add constraint session_blocked_coach_fk foreign key (blocked_coach_id) references coach(id) on delete set null,
  add constraint session_blocked_after_start check (blocked_until > session_date),
  -- The last guard against two clients at one time; rules are checked while the coach is locked.
  add constraint session_coach_free exclude using gist
    (blocked_coach_id with =, tstzrange(session_date, blocked_until) with &&) where (blocked_until is not null),
  add constraint session_client_free exclude using gist
    (client_id with =, tstzrange(session_date, blocked_until) with &&) where (blocked_until is not null);
create index session_blocked_coach_ix on session (blocked_coach_id) where (blocked_coach_id is not null);

-- What a client asks the coach for: a new session, or another time for one. It holds its time until it is answered or lapses.
create table session_request (
  id uuid constraint session_request_pk primary key,
  client_id uuid not null,
  coach_id uuid not null,
  -- The session to move; null: a new one.
  session_id uuid,
  session_definition_id uuid not null,
  duration_minutes integer not null,
  -- The time that the client asked for.
  starts_at timestamptz not null,
  -- The times that the coach offers instead; null: none.
  offered timestamptz[],
  -- The times that it holds while it is open or offered, with the gap after each.
  held tstzmultirange not null,
  -- outdated: the session or the coach changed meanwhile.
  status text not null default 'open',
  -- Of the coach, with the answer.
  words text,
  requested_by uuid,
  requested_at timestamptz not null default now(),
  lapses_at timestamptz not null,
  answered_by uuid,
  -- When somebody answered first; null: nobody has.
  answered_at timestamptz,
  -- When administrators were told that nobody has answered; null: not yet.
  escalated_at timestamptz,
  constraint session_request_status_known check
    (status in ('open', 'offered', 'accepted', 'declined', 'withdrawn', 'lapsed', 'outdated')),
  constraint session_request_offered check (status <> 'offered' or offered is not null),
  constraint session_request_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint session_request_coach_fk foreign key (coach_id) references coach(id) on delete cascade,
  constraint session_request_session_fk foreign key (session_id) references session(id) on delete cascade,
  constraint session_request_definition_fk foreign key (session_definition_id) references session_definition(id)
    on delete cascade,
  constraint session_request_requester_fk foreign key (requested_by) references "user"(id) on delete set null,
  constraint session_request_answerer_fk foreign key (answered_by) references "user"(id) on delete set null,
  constraint session_request_time_free exclude using gist (coach_id with =, held with &&)
    where (status in ('open', 'offered'))
);
-- A client can ask for one time at once.
create unique index session_request_open_ix on session_request (client_id) where (status in ('open', 'offered'));
create index session_request_client_ix on session_request (client_id, requested_at);
create index session_request_coach_ix on session_request (coach_id);
create index session_request_lapses_ix on session_request (lapses_at) where (status in ('open', 'offered'));
create index session_request_unanswered_ix on session_request (requested_at) where
  (answered_at is null and escalated_at is null and status in ('open', 'lapsed'));
create index session_request_session_ix on session_request (session_id);
create index session_request_definition_ix on session_request (session_definition_id);
create index session_request_requester_ix on session_request (requested_by);
create index session_request_answerer_ix on session_request (answered_by);
call notify_plans('session_request', $$select it.client_id$$);
insert into retention (kind, days) select 'session_request', 365;

-- A session that staff move, change, cancel or restore takes no client's time any more.
create function unblock_time() returns trigger language plpgsql as $$
begin
  new.blocked_coach_id = null;
  new.blocked_until = null;
  return new;
end
$$;
create trigger session_unblocked before update on session
  for each row when (new.blocked_until is not distinct from old.blocked_until and (
    old.session_date is distinct from new.session_date or
    old.duration_minutes is distinct from new.duration_minutes or
    old.archived_at is distinct from new.archived_at))
  execute function unblock_time();

-- A request to move a session that is moved, cancelled or completed otherwise is of no use.
create function outdate_requests_to_move() returns trigger language plpgsql as $$
begin
  update session_request set status = 'outdated' where session_id = new.id and status in ('open', 'offered');
  return null;
end
$$;
create trigger session_requests_outdated after update on session
  for each row when (old.session_date is distinct from new.session_date or
    old.archived_at is distinct from new.archived_at or old.completed_at is distinct from new.completed_at)
  execute function outdate_requests_to_move();

-- With another coach, nothing takes the time of the former one.
create function leave_coach_time() returns trigger language plpgsql as $$
begin
  update session set blocked_coach_id = null, blocked_until = null
  where client_id = new.id and blocked_until is not null;
  update session_request set status = 'outdated' where client_id = new.id and status in ('open', 'offered');
  return null;
end
$$;
create trigger client_left_coach after update on client
  for each row when (old.coach_id is distinct from new.coach_id)
  execute function leave_coach_time();
