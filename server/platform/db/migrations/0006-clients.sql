-- A person who follows a plan. Either has a user, or is a family member whom guardian_id cares for.
create table client (
  id uuid constraint client_pk primary key,
  -- Account of the client; null for a family member without an account.
  user_id uuid,
  -- Client who cares for this family member; null for a client with an account.
  guardian_id uuid,
  -- Only of a family member; otherwise the name is that of the user.
  first_name text,
  -- Only of a family member; otherwise the name is that of the user.
  last_name text,
  -- Relation of a family member to the guardian, such as "daughter".
  family_relation text,
  organization_id uuid,
  -- Current coach; null means unassigned.
  coach_id uuid,
  -- active, inactive or on_leave.
  status text not null default 'active',
  -- Manual risk level: low, medium or high; null means derived from burnout_score.
  manual_risk_level text,
  -- Reason given for the manual risk level.
  risk_level_reason text,
  created_at timestamptz not null default now(),
  -- Name and email in lower case without accents, for trigram search; set by trigger.
  search_text text not null default '',
  -- True if the account is active and has the role client_user; set by trigger.
  is_employee boolean not null default false,
  -- Display name, copied from the user or built from the own name by trigger.
  name text collate "und-x-icu" not null default '',
  -- Date of the latest past session; null means none. Maintained by trigger.
  last_session_at timestamptz,
  -- Date of the next session to be held; null means none. Maintained by trigger.
  next_session_at timestamptz,
  -- Past sessions that are neither completed nor archived. Maintained by trigger.
  open_sessions integer not null default 0,
  -- Pending session work: recording, transcription, conversation. Maintained by trigger.
  waits_for text[] not null default '{}'::text[],
  -- Latest effective burnout score, 0–100; null if never assessed. Maintained by trigger.
  burnout_score double precision,
  -- Latest minus previous effective score; null with fewer than two scores.
  burnout_change double precision,
  -- Display name of the current coach, copied by trigger for sorting.
  coach_name text collate "und-x-icu",
  -- When the current coach was assigned; null if unassigned. Set by trigger.
  coach_since timestamptz,
  -- 1 low, 2 medium, 3 high: manual level, else band of burnout_score; null unknown.
  risk integer generated always as (array_position(array['low', 'medium', 'high'], coalesce(manual_risk_level, case
    when (burnout_score <= (30)::double precision) then 'low' when (burnout_score <= (60)::double precision) then
    'medium' when (burnout_score is not null) then 'high' else null::text end))) stored,
  -- User who last changed the manual risk level.
  risk_level_by uuid,
  -- When the manual risk level last changed; null means never.
  risk_level_at timestamptz,
  -- Raised by each change of the manual level or its reason, for optimistic locking.
  risk_level_version integer not null default 1,
  -- Earliest future session already completed or archived; recompute when it passes.
  settled_ahead_at timestamptz,
  -- Raised by each change of name or family relation, for optimistic locking.
  version integer not null default 1,
  -- Language of the client's recordings; null means the installation's default.
  transcription_language text,
  -- Names and terms passed to the transcription provider as hints; at most 100.
  transcription_terms text[] not null default '{}'::text[],
  -- Raised by each change of language or terms, for optimistic locking.
  transcription_hints_version integer not null default 1,
  constraint client_has_identity check ((user_id is not null) or ((guardian_id is not null) and (first_name is not
    null))),
  constraint client_risk_level_known check (manual_risk_level in ('low', 'medium', 'high')),
  constraint client_status_known check (status in ('active', 'inactive', 'on_leave')),
  constraint client_transcription_terms check (cardinality(transcription_terms) <= 100),
  constraint client_user_key unique (user_id),
  constraint client_coach_fk foreign key (coach_id) references coach(id),
  constraint client_guardian_fk foreign key (guardian_id) references client(id) on delete cascade,
  constraint client_organization_fk foreign key (organization_id) references organization(id),
  constraint client_risk_level_by_fk foreign key (risk_level_by) references "user"(id) on delete set null,
  constraint client_user_fk foreign key (user_id) references "user"(id)
);
alter table client alter column search_text set statistics 1000;
create index client_burnout_ix on client (burnout_score, id);
create index client_coach_ix on client (coach_id, name, id);
create index client_coach_name_ix on client (coach_name, id);
create index client_created_ix on client (created_at desc, id desc);
create index client_employee_ix on client (organization_id) where is_employee;
create index client_guardian_ix on client (guardian_id) where (guardian_id is not null);
create index client_last_session_ix on client (last_session_at, id);
create index client_name_ix on client (name, id);
-- Sorts the list, and finds clients whose next session has begun.
create index client_next_session_ix on client (next_session_at, id);
create index client_open_sessions_ix on client (open_sessions, id);
create index client_organization_ix on client (organization_id, name, id);
create index client_risk_ix on client (risk, id);
create index client_risk_level_by_ix on client (risk_level_by) where (risk_level_by is not null);
create index client_search_ix on client using gin (search_text gin_trgm_ops);
-- Finds clients whose session summary must be recomputed as time passes.
create index client_settled_ahead_ix on client (settled_ahead_at) where (settled_ahead_at is not null);
create index client_trend_ix on client (burnout_change, id);
-- List filter "no coach".
create index client_unassigned_ix on client (name, id) where (coach_id is null);
-- List filter "no session scheduled".
create index client_unscheduled_ix on client (name, id) where (next_session_at is null);
create index client_waits_conversation_ix on client (name, id) where (waits_for @> array['conversation']);
create index client_waits_recording_ix on client (name, id) where (waits_for @> array['recording']);
create index client_waits_transcription_ix on client (name, id) where (waits_for @> array['transcription']);

-- One period in which a coach was assigned to a client; written by trigger on client.
create table client_coach (
  id uuid constraint client_coach_pk primary key default gen_random_uuid(),
  client_id uuid not null,
  coach_id uuid not null,
  -- When the coach was assigned.
  since timestamptz not null,
  -- When the assignment ended; null means current.
  until timestamptz,
  constraint client_coach_client_fk foreign key (client_id) references client(id) on delete cascade,
  constraint client_coach_coach_fk foreign key (coach_id) references coach(id)
);
create index client_coach_client_ix on client_coach (client_id, since desc, id desc);
create index client_coach_coach_ix on client_coach (coach_id);
-- A client has one current coach at most.
create unique index client_coach_current_key on client_coach (client_id) where (until is null);

-- One change of a client's manual risk level; written by trigger on client.
create table client_risk_level (
  id uuid constraint client_risk_level_pk primary key default gen_random_uuid(),
  client_id uuid not null,
  -- low, medium or high; null means reset to the level derived from the score.
  level text,
  reason text,
  author_id uuid,
  -- When the level took effect.
  set_at timestamptz not null,
  constraint client_risk_level_known check (level in ('low', 'medium', 'high')),
  constraint client_risk_level_author_fk foreign key (author_id) references "user"(id) on delete set null,
  constraint client_risk_level_client_fk foreign key (client_id) references client(id) on delete cascade
);
create index client_risk_level_author_ix on client_risk_level (author_id);
create index client_risk_level_client_ix on client_risk_level (client_id, set_at desc, id desc);

-- Copies the coach's name to the client and sets coach_since; locks the coach row against concurrent changes.
create function copy_coach_name() returns trigger language plpgsql as $$
begin
  -- The coach is held, so that another name of theirs at this moment is waited for, and then seen.
  select name into new.coach_name from coach where id = new.coach_id for share;
  new.coach_since := case when new.coach_id is null then null when tg_op = 'INSERT' then new.created_at else clock_timestamp() end;
  return new;
end
$$;

-- Passes a changed coach name on to the coach's clients.
create function propagate_coach_name() returns trigger language plpgsql as $$
begin
  update client set coach_name = new.name where coach_id = new.id;
  return null;
end
$$;

-- Records each assignment of a coach in client_coach.
create function record_coach_history() returns trigger language plpgsql as $$
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

-- Raises client.risk_level_version when the manual risk level or its reason changes.
create function increment_risk_level_version() returns trigger language plpgsql as $$
begin
  new.risk_level_version := old.risk_level_version + 1;
  return new;
end
$$;

-- Records each change of the manual risk level in client_risk_level.
create function record_risk_level() returns trigger language plpgsql as $$
begin
  insert into client_risk_level (client_id, level, reason, author_id, set_at)
  values (new.id, new.manual_risk_level, new.risk_level_reason, new.risk_level_by, coalesce(new.risk_level_at, now()));
  return null;
end
$$;

call notify_plans('client', $$select it.id$$);
create trigger client_coach_on_update before update on client
  for each row when (old.coach_id is distinct from new.coach_id)
  execute function copy_coach_name();
create trigger client_coach_on_insert before insert on client
  for each row
  execute function copy_coach_name();
create trigger client_copies_user_name before insert or update of user_id, first_name, last_name on client
  for each row
  execute function copy_user_name();
create trigger client_risk_level_version before update on client
  for each row when (old.manual_risk_level is distinct from new.manual_risk_level or old.risk_level_reason is
    distinct from new.risk_level_reason)
  execute function increment_risk_level_version();
create trigger client_version before update of first_name, last_name, family_relation on client
  for each row when (old.first_name is distinct from new.first_name or old.last_name is distinct from new.last_name or
    old.family_relation is distinct from new.family_relation)
  execute function next_version();
create trigger coaches_added after insert on client referencing new table as added
  for each statement
  execute function record_coach_history();
create trigger coaches_changed after update on client referencing old table as removed new table as added
  for each statement
  execute function record_coach_history();
create trigger risk_level_added after insert on client
  for each row when (new.manual_risk_level is not null)
  execute function record_risk_level();
create trigger risk_level_changed after update of manual_risk_level, risk_level_reason, risk_level_at on client
  for each row when (old.manual_risk_level is distinct from new.manual_risk_level or old.risk_level_reason is
    distinct from new.risk_level_reason or old.risk_level_at is distinct from new.risk_level_at)
  execute function record_risk_level();

create trigger coach_name_propagated after update on coach
  for each row when (old.name is distinct from new.name)
  execute function propagate_coach_name();
