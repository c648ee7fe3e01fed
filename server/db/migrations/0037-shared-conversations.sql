-- A conversation that its coach lets the client read; without a row nobody but the staff may.
create table conversation_share (
  session_id uuid constraint conversation_share_pk primary key
    constraint conversation_share_session_fk references session (id) on delete cascade,
  shared_by uuid constraint conversation_share_user_fk references "user" (id) on delete set null,
  shared_at timestamptz not null default now(),
  changed_at timestamptz
);
create index conversation_share_user_ix on conversation_share (shared_by);
call tell_plans('conversation_share', 'select session.client_id from session where session.id = it.session_id');

-- Whoever writes a conversation, its client is told that it changed. What is deleted is not shared any more: another
-- conversation in its place is a new question.
create function note_conversation_change() returns trigger language plpgsql as $$
begin
  if new.transcribed_text_scripted is null then
    delete from conversation_share where session_id = new.id;
  else
    update conversation_share set changed_at = now() where session_id = new.id;
  end if;
  return null;
end
$$;
create trigger session_conversation_changed after update on session for each row
  when (old.transcribed_text_scripted is distinct from new.transcribed_text_scripted)
  execute function note_conversation_change();
