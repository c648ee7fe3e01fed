-- A safety mark is about an answer or about what the client said in a session.
alter table safety_mark alter column questionnaire_id drop not null;
alter table safety_mark add column session_id uuid constraint safety_mark_session_fk references session(id) on delete cascade;
-- What was said: [{"text": "...", "start": 61.5}]; empty once the transcript was deleted, null for an answer.
alter table safety_mark add column lines jsonb;
alter table safety_mark add constraint safety_mark_of_one check (num_nonnulls(questionnaire_id, session_id) = 1);
alter table safety_mark add constraint safety_mark_lines_of_session check ((session_id is null) = (lines is null));
create index safety_mark_session_ix on safety_mark (session_id, raised_at) where (session_id is not null);
-- One open mark for each session; further lines are added to it.
create unique index safety_mark_open_session_key on safety_mark (session_id)
  where (session_id is not null and acknowledged_at is null);
