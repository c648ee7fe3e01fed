-- That something about a client changed, for whoever looks at the plan: notes are only ever added, so that nobody waits for
-- anybody. How often that was stands beside the plan, so that a reader finds out what was missed. Without a client: many of
-- them at once, and everybody looks again. Lost in a crash, which is a change like any other.
create unlogged table plan_change (
  id bigint generated always as identity constraint plan_change_pk primary key,
  client_id uuid,
  created_at timestamptz not null default now()
);
create index plan_change_client_ix on plan_change (client_id, id);
create index plan_change_created_ix on plan_change (created_at);
insert into retention (kind, days) values ('plan_change', 1);

create function plan_topic(client_id uuid) returns text language sql immutable as $$
  select 'plan:' || coalesce(client_id::text, 'all')
$$;

-- The trigger's argument is a query over `it`, a row: whose plan it belongs to.
create function note_plan_changes() returns trigger language plpgsql as $$
declare
  most constant integer := 100;
  clients uuid[];
begin
  execute format(
    'select array(select distinct owned.client_id from %I as it cross join lateral (%s) as owned (client_id) limit %s)',
    case tg_op when 'DELETE' then 'removed' else 'added' end, tg_argv[0], most + 1)
  into clients;
  if cardinality(clients) > most then clients := array[null]; end if;
  insert into plan_change (client_id) select unnest(clients);
  perform pg_notify('maylab_change', plan_topic(client_id)) from unnest(clients) as client_id;
  return null;
end
$$;

-- From here on whoever looks at a plan hears of the rows of a table that belong to it by such a query.
create procedure tell_plans(told_table regclass, owner text) language plpgsql as $$
begin
  execute format('create trigger plan_added after insert on %s referencing new table as added
    for each statement execute function note_plan_changes(%L)', told_table, owner);
  execute format('create trigger plan_removed after delete on %s referencing old table as removed
    for each statement execute function note_plan_changes(%L)', told_table, owner);
  execute format('create trigger plan_changed after update on %s referencing new table as added
    for each statement execute function note_plan_changes(%L)', told_table, owner);
end
$$;
call tell_plans('client', 'select it.id');
call tell_plans('session', 'select it.client_id');
call tell_plans('metric_value', 'select it.client_id');
call tell_plans('burnout_assessment', 'select it.client_id');
call tell_plans('assignment', 'select it.client_id');
call tell_plans('recording', 'select session.client_id from session where session.id = it.session_id');

-- Who works on a transcription renews a lease all the time, which is nobody's news.
create function tell_transcription() returns trigger language plpgsql as $$
declare
  client_id uuid := (select session.client_id from session where session.id = new.session_id);
begin
  if tg_op = 'INSERT' or old.status is distinct from new.status then
    insert into plan_change (client_id) values (client_id);
  end if;
  perform pg_notify('maylab_change', plan_topic(client_id));
  return null;
end
$$;
create trigger plan_added after insert on transcription for each row execute function tell_transcription();
create trigger plan_changed after update on transcription for each row
  when ((old.status, old.progress, old.note) is distinct from (new.status, new.progress, new.note))
  execute function tell_transcription();

-- Who has a session open. A process that died leaves its rows behind, which count no more when nobody renewed them.
create unlogged table presence (
  id uuid constraint presence_pk primary key,
  session_id uuid not null constraint presence_session_fk references session (id) on delete cascade,
  user_id uuid not null constraint presence_user_fk references "user" (id) on delete cascade,
  seen_at timestamptz not null default now()
);
create index presence_session_ix on presence (session_id);
create index presence_user_ix on presence (user_id);
create index presence_seen_ix on presence (seen_at);
insert into retention (kind, days) values ('presence', 1);

create function tell_presence() returns trigger language plpgsql as $$
begin
  perform pg_notify('maylab_change', plan_topic(session.client_id))
  from session where session.id = coalesce(new.session_id, old.session_id);
  return null;
end
$$;
create trigger presence_told after insert or delete on presence for each row execute function tell_presence();
