-- What made the conversation of a session, and who checked it. Not read from executions, because retention deletes them.
alter table session
  -- rules or model; null means that people wrote it.
  add column conversation_made_by text,
  -- Name of the model, or of its provider; null means none.
  add column conversation_model text,
  -- Who edited or confirmed the text last.
  add column conversation_checked_by uuid,
  -- Null means that nobody checked it.
  add column conversation_checked_at timestamptz,
  add constraint session_conversation_maker_known check (conversation_made_by in ('rules', 'model')),
  add constraint session_conversation_checker_fk foreign key (conversation_checked_by) references "user"(id) on delete
    set null;
create index session_conversation_checker_ix on session (conversation_checked_by)
  where (conversation_checked_by is not null);
