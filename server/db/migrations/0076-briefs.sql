-- What a coach reads before a session. It is made by rules; where a language model is connected its text stays with the
-- execution that it came from, and goes with that.
create table session_brief (
  id uuid constraint session_brief_pk primary key,
  session_id uuid not null constraint session_brief_session_key unique
    constraint session_brief_session_fk references session (id) on delete cascade,
  status text not null default 'waiting' constraint session_brief_status_known
    check (status in ('waiting', 'done', 'failed')),
  content jsonb,
  -- Of the content: by it one sees whether it would be another one now.
  fingerprint text,
  -- The sessions whose words may stand in it or in what was asked of a model.
  told uuid[] not null default '{}',
  execution_id uuid constraint session_brief_execution_fk references execution (id) on delete set null,
  sentence text,
  made_at timestamptz not null default now(),
  made_by uuid constraint session_brief_maker_fk references "user" (id) on delete set null,
  original_user_id uuid constraint session_brief_original_user_fk references "user" (id) on delete set null,
  address text,
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  fence integer not null default 0,
  held_until timestamptz,
  constraint session_brief_is_made check (status <> 'done' or content is not null)
);
create index session_brief_waiting_ix on session_brief (next_try_at) where status = 'waiting';
create index session_brief_made_ix on session_brief (made_at);
create index session_brief_execution_ix on session_brief (execution_id) where execution_id is not null;
create index session_brief_maker_ix on session_brief (made_by) where made_by is not null;
create index session_brief_original_user_ix on session_brief (original_user_id) where original_user_id is not null;
create index session_brief_told_ix on session_brief using gin (told);

-- What was said in a session goes with it, also out of the briefs of later ones and out of what was asked for them.
create function forget_in_briefs() returns trigger language plpgsql as $$
begin
  update execution set input_data = null, output_data = null
  where id in (select execution_id from session_brief where told @> array[old.id]);
  delete from session_brief where told @> array[old.id];
  return null;
end
$$;
create trigger session_forgotten_in_briefs after delete on session
  for each row execute function forget_in_briefs();
create trigger words_forgotten_in_briefs after update of transcribed_text_scripted on session
  for each row when (old.transcribed_text_scripted is not null and new.transcribed_text_scripted is null)
  execute function forget_in_briefs();

insert into retention (kind, days) values ('session_brief', 365);
