-- Entries of the audit log name their session, also after it was deleted.
-- Session concerned; not a foreign key.
alter table audit_entry add column session_id uuid;
-- Date of the session when the entry was made.
alter table audit_entry add column session_date timestamptz;

-- The session that a row belongs to, or null.
create function session_of_row(table_name text, row_id uuid) returns uuid stable language sql as $$
  select case table_name
    when 'session' then row_id
    when 'recording' then (select session_id from recording where id = row_id)
    when 'transcription' then (select session_id from transcription where id = row_id)
    when 'execution' then (select session_id from execution where id = row_id)
    when 'analysed_value' then (select session_id from analysed_value where id = row_id)
  end
$$;
update audit_entry
set session_id = session.id, session_date = session.session_date
from session
where session.id = session_of_row(audit_entry.table_name, audit_entry.row_id);

create function name_session() returns trigger language plpgsql as $$
begin
  select id, session_date into new.session_id, new.session_date
  from session where id = session_of_row(new.table_name, new.row_id);
  return new;
end
$$;
create trigger audit_entry_session before insert on audit_entry
  for each row
  when (new.table_name in ('session', 'recording', 'transcription', 'execution', 'analysed_value'))
  execute function name_session();

-- The list of who opened the data of a client is read page by page.
drop index audit_entry_client_ix;
create index audit_entry_client_ix on audit_entry (client_id, created_at desc, id desc) where (client_id is not null);
