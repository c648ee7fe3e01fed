-- The outbound log keeps whose data was sent, and the consent that allowed it, also when the session is deleted: session_id is no
-- foreign key any more.
alter table egress drop constraint egress_session_fk;
alter table egress
  -- Client of the session; not a foreign key.
  add column client_id uuid,
  -- Date of the session at the time.
  add column session_date timestamptz,
  -- Purpose of the consent (contract/consents.ts); null if nothing of a session was sent.
  add column consent_purpose text,
  -- Newest consent of the purpose at the time; not a foreign key.
  add column consent_id uuid;
update egress set client_id = session.client_id, session_date = session.session_date
from session where session.id = egress.session_id;
create index egress_client_ix on egress (client_id, created_at desc) where (client_id is not null);
