-- Tells what is running in every process to ask again whether it may still work on content of a client.
create function announce_consents() returns trigger language plpgsql as $$
begin
  perform pg_notify('maylab_change', 'consents');
  return null;
end
$$;
create trigger consent_announced after insert or update or delete on consent
  for each statement execute function announce_consents();
create trigger setting_announced after insert or update or delete on setting
  for each statement execute function announce_consents();
create trigger organization_announced after update on organization
  for each statement execute function announce_consents();
create trigger client_announced after update of organization_id, guardian_id on client
  for each statement execute function announce_consents();
