-- Lists are counted when they are read, no further than 10,000. Only the figures above users and clients are still kept.
call count_no_longer('audit_entry', array['audit-entry', 'action']);
call count_no_longer('coach', array['coach', 'coach-status', 'coach-country', 'coach-city']);
call count_no_longer('organization', array['organization', 'organization-country', 'organization-city']);
call count_no_longer('message', array['message', 'message-status', 'message-kind']);
call count_no_longer('egress', array['egress', 'egress-provider', 'egress-outcome']);
call count_no_longer('client', array['client', 'caseload', 'waiting', 'client-organization', 'employee']);
call count_rows('client', $$values ('client', '')
  union all select 'waiting', 'coach' where it.coach_id is null
  union all select 'waiting', 'session' where it.next_session_at is null
  union all select 'waiting', work from unnest(it.waits_for) as work$$);

-- The employees of an organization are counted along it.
create index client_employee_ix on client (organization_id) where is_employee;
