-- The briefing a coach reads before a session; built by rules, optionally extended by a model. Removed by
-- retention, and with any session it is based on.
create table session_brief (
  id uuid constraint session_brief_pk primary key,
  session_id uuid not null,
  -- waiting, done or failed.
  status text not null default 'waiting',
  -- Rule-based content as JSON; null until built. Text of a model is in the execution.
  content jsonb,
  -- Sessions whose content is in the brief or its prompt; deleting one deletes the brief.
  mentioned_sessions uuid[] not null default '{}'::uuid[],
  -- Execution with the model's text; null if none.
  execution_id uuid,
  -- Why it failed, for display; null otherwise.
  sentence text,
  -- When it was requested or last built.
  made_at timestamptz not null default now(),
  -- User who requested it; null if built automatically.
  made_by uuid,
  -- Administrator behind the request while impersonating; null without.
  original_user_id uuid,
  -- IP address of the request, for the audit log.
  address text,
  -- Attempts so far.
  attempts integer not null default 0,
  -- Earliest time of the next attempt.
  next_try_at timestamptz not null default now(),
  -- Fencing token: raised each time a worker claims the row.
  fence integer not null default 0,
  -- End of the current worker's lease; null means not claimed.
  leased_until timestamptz,
  constraint session_brief_is_made check ((status <> 'done') or (content is not null)),
  constraint session_brief_session_key unique (session_id),
  constraint session_brief_status_known check (status in ('waiting', 'done', 'failed')),
  constraint session_brief_execution_fk foreign key (execution_id) references execution(id) on delete set null,
  constraint session_brief_maker_fk foreign key (made_by) references "user"(id) on delete set null,
  constraint session_brief_original_user_fk foreign key (original_user_id) references "user"(id) on delete set null,
  constraint session_brief_session_fk foreign key (session_id) references session(id) on delete cascade
);
create index session_brief_execution_ix on session_brief (execution_id) where (execution_id is not null);
create index session_brief_made_ix on session_brief (made_at);
create index session_brief_maker_ix on session_brief (made_by) where (made_by is not null);
create index session_brief_original_user_ix on session_brief (original_user_id) where (original_user_id is not null);
create index session_brief_mentioned_ix on session_brief using gin (mentioned_sessions);
create index session_brief_waiting_ix on session_brief (next_try_at) where (status = 'waiting');

-- Erases content of a deleted session or conversation from executions and briefs of later sessions.
create function erase_in_later_sessions() returns trigger language plpgsql as $$
begin
  update execution set input_data = null, output_data = null where mentioned_sessions <> '{}' and mentioned_sessions @> array[old.id];
  delete from session_brief where mentioned_sessions @> array[old.id];
  return null;
end
$$;

create trigger session_erased_later after delete on session
  for each row
  execute function erase_in_later_sessions();
create trigger conversation_erased_later after update of transcribed_text_scripted on session
  for each row when ((old.transcribed_text_scripted is not null) and (new.transcribed_text_scripted is null))
  execute function erase_in_later_sessions();

create trigger plan_added after insert on session_brief
  for each row
  execute function notify_plan_of_session();
create trigger plan_changed after update on session_brief
  for each row when (old.status is distinct from new.status or old.made_at is distinct from new.made_at or
    old.sentence is distinct from new.sentence)
  execute function notify_plan_of_session();
